import { DOMAIN_MEANINGS, FLAG_MEANINGS, OPERATION_MEANINGS } from '@toolmark/core/formats';

/** The vocabulary for authors, from the tables that the rules use (docs/spec/vocabulary.md). */
export function domainsText(): string {
  return `service_domains: the kind of service that a tool gives access to. Classify the
target and not the way there (flights found through a search API: travel), the
service and not the single tool, and leave it out where nothing clearly fits.

${rows(Object.entries(DOMAIN_MEANINGS))}

operations: what is different after the tool has run. Several may apply.

${rows(Object.entries(OPERATION_MEANINGS).map(([name, meaning]) => [name, meaning.replace(/: .*/, '.')]))}

Flags, true or false. Declare all four: clients assume the worst otherwise.

${rows(Object.entries(FLAG_MEANINGS).map(([flag, { question }]) => [flag, question.replace(/: .*/, '?')]))}

"toolmark validate" reports a word that is not here, and what it is near to.`;
}

function rows(entries: readonly (readonly [name: string, meaning: string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, meaning]) => `    ${name.padEnd(width)}  ${meaning}`).join('\n');
}
