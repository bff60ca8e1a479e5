import { generateValidators } from './generate-validators.ts';

await generateValidators();

// The page of findings is made from the rules, which can be loaded only once the validators exist.
if (process.argv.includes('--docs')) {
  const { generateFindings } = await import('./generate-findings.ts');
  generateFindings();
}
