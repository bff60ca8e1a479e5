import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ATTESTATION_CODES, UPDATE_CODES } from '@toolmark/core/attestation';
import { SIGN_CODES } from '@toolmark/core/sign';
import { CATALOGUE } from '@toolmark/core/validate';

export const FINDINGS_PAGE = path.resolve(import.meta.dirname, '../docs/spec/findings.md');

const FAMILIES: readonly (readonly [name: string, about: string])[] = [
  ['json', 'The text is not JSON that every reader reads alike ([intake.md](intake.md)).'],
  ['input', 'The check did not run; commands exit with 2.'],
  ['schema', 'The shape is not the one a tool document or an MCP tool has.'],
  ['semantic', 'The parts do not fit together, or a text does what a description must not.'],
  ['security', 'Capabilities, access and risk level contradict each other.'],
  ['metadata', 'The three axes of behaviour contradict each other.'],
  ['server', 'An entry of a registry is not one that registries take ([interop.md](interop.md)).'],
  ['scan', 'A text of a server hides something, gives orders, or reaches into other tools ([scan.md](scan.md)).'],
  ['policy', 'The policy itself needs attention.'],
  ['signature', 'The signature is missing, broken, or does not cover what it should ([signature.md](signature.md)).'],
  ['certificate', 'The signer cannot be trusted, or a certificate cannot be used.'],
  ['revocation', 'The signer was revoked, or that could not be found out.'],
  ['bundle', 'A Sigstore bundle is broken, or its signer is not trusted ([provenance.md](provenance.md)).'],
  ['statement', 'What a bundle states cannot be read.'],
  ['predicate', 'An attestation of a surface cannot be used.'],
  ['attestation', 'An attestation does not prove an update ([attestation.md](attestation.md)).'],
  ['trusted-root', 'The trusted root cannot be used.'],
  ['provenance', 'npm provenance does not prove where a package was built ([provenance.md](provenance.md)).'],
];

/** The page of all codes, made from the rules so that it cannot tell another story. */
export function findingsPage(): string {
  const sections = FAMILIES.flatMap(([family, about]) => {
    const entries = [...CATALOGUE, ...SIGN_CODES, ...ATTESTATION_CODES, ...UPDATE_CODES].filter(({ code }) =>
      code.startsWith(`${family}.`),
    );
    if (entries.length === 0) return [];
    const rows = entries.map(
      ({ code, severity, title, advice }) => `| \`${code}\` | ${severity} | ${cell(title)} | ${cell(advice)} |`,
    );
    return [
      `## ${family}.*`,
      '',
      about,
      '',
      '| code | severity | what is wrong | what to do |',
      '|---|---|---|---|',
      ...rows,
      '',
    ];
  });
  return [
    '# Findings',
    '',
    '<!-- Generated from the rules by "npm run generate". Edit the rules, not this page. -->',
    '',
    'A finding has a code, a severity, a JSON pointer to the place, and a sentence. Codes never change their meaning.',
    'Input is valid when it has no `error` that is not waived ([policy.md](policy.md)). The severity below is the usual',
    'one; where a rule is graver or lighter in some place, its advice says so.',
    '',
    ...sections,
  ].join('\n');
}

export function generateFindings(): void {
  writeFileSync(FINDINGS_PAGE, findingsPage());
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
