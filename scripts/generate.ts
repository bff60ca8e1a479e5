import { generateValidators } from './generate-validators.ts';

await generateValidators();

// The pages are made from the rules and tables of core, which can be loaded only once the validators exist.
if (process.argv.includes('--docs')) {
  const { generateFindings } = await import('./generate-findings.ts');
  const { generateDrift } = await import('./generate-drift.ts');
  const { generateVocabulary } = await import('./generate-vocabulary.ts');
  const { generateCli } = await import('./generate-cli.ts');
  const { generateMessages } = await import('./generate-messages.ts');
  generateFindings();
  generateVocabulary();
  generateDrift();
  generateCli();
  generateMessages();
}
