import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { FLAGS } from '@toolmark/core';
import { DOMAIN_MEANINGS, FLAG_MEANINGS, OPERATION_MEANINGS } from '@toolmark/core/formats';

export const VOCABULARY_PAGE = path.resolve(import.meta.dirname, '../docs/spec/vocabulary.md');

/** The words for service domains, operations and flags, made from the tables that the rules and the help use. */
export function vocabularyPage(): string {
  const domains = Object.entries(DOMAIN_MEANINGS).map(([domain, meaning]) => `| \`${domain}\` | ${meaning} |`);
  const operations = Object.entries(OPERATION_MEANINGS).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  const flags = FLAGS.map(({ flag, hint, assumed }) => {
    const { question, choose } = FLAG_MEANINGS[flag];
    return `| \`${flag}\` | \`${hint}\` | ${question} | ${choose} | ${assumed} |`;
  });
  return `${[
    BEFORE_DOMAINS,
    '| domain | services |',
    '|---|---|',
    ...domains,
    BEFORE_OPERATIONS,
    '| operation | after the tool has run |',
    '|---|---|',
    ...operations,
    BEFORE_FLAGS,
    '| flag | MCP annotation | question | how to choose | if not declared |',
    '|---|---|---|---|---|',
    ...flags,
  ].join('\n')}\n${AFTER_FLAGS}`;
}

export function generateVocabulary(): void {
  writeFileSync(VOCABULARY_PAGE, vocabularyPage());
}

const BEFORE_DOMAINS = `# Vocabulary

<!-- Generated from packages/core/src/describe and scripts/generate-vocabulary.ts by "npm run generate". -->

Status: normative. Vocabulary 2026-07.

The words of the three axes of a tool ([tool-document.md](tool-document.md), section 3). \`toolmark help domains\` prints them. In
TypeScript they are the types \`ServiceDomain\`, \`Operation\` and \`Behavior\` of \`@toolmark/core\`; a word that is not in the vocabulary does not compile.

## 1. Service domains

A service domain is the kind of service that a tool gives access to. Look for the category under which a software catalogue lists the service.

1. **The target, not the way there.** A tool that finds flights through a search API is \`travel\`, not \`web_scraping\`.
2. **The service, not the single tool.** All tools of a mail service are \`email\`: the one that searches and the one that sends.
3. **None is a valid answer.** Where nothing clearly fits, leave \`classification\` out.

Give a service two domains only where each would fit if the other did not exist; a minor feature is not a reason for a second one.

New domains are added several times a year. A reader keeps a domain that it does not know and reports it (\`metadata.unknown-domain\`), with the
domains that are spelled alike.
`;

const BEFORE_OPERATIONS = `
## 2. Operations

An operation says what is different in the service after the tool has run. Several may apply: an upsert is \`create\` and \`update\`, a copy is \`read\` and
\`create\`. A tool that reaches no service and changes nothing has no operations; \`read_only: true\` and \`open_world: false\` say that.
`;

const BEFORE_FLAGS = `
## 3. Flags

Declare all four. \`registerTool\` and \`describeTool\` warn about a flag that is not declared, because clients assume the worst.
`;

const AFTER_FLAGS = `
\`destructive\` counts only where the tool is not read-only: a read-only tool that does not declare it is not destructive.

## 4. Contradictions

| metadata | why it cannot be | code |
|---|---|---|
| \`create\`, \`update\` or \`delete\` with \`read_only: true\` | it changes something | \`metadata.mutating-read-only\` |
| \`opaque\` with \`read_only: true\` | what it does is not known before it runs | \`metadata.opaque-read-only\` |
| \`delete\` with \`destructive: false\` | what is deleted is lost | \`metadata.delete-not-destructive\` |
| a service domain with \`open_world: false\` | a service is outside of the process | \`metadata.domain-closed-world\` |

[findings.md](findings.md) has all of them. \`strict: false\` in the metadata makes them warnings.
`;
