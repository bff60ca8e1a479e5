import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { SEVERITY_TABLE } from '@toolmark/core/lock';

export const DRIFT_PAGE = path.resolve(import.meta.dirname, '../docs/spec/drift.md');

/** The page on drift, its table made from the one that decides. */
export function driftPage(): string {
  const rows = SEVERITY_TABLE.map(
    ({ id, change, seed, toolmark, example }) =>
      `| \`${id}\` | ${cell(change)} | ${seed} | ${toolmark} | ${cell(example)} |`,
  );
  return `${[BEFORE_TABLE, '| row | change | `seed` | `toolmark` | example |', '|---|---|---|---|---|', ...rows].join('\n')}\n${AFTER_TABLE}`;
}

export function generateDrift(): void {
  writeFileSync(DRIFT_PAGE, driftPage());
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

const BEFORE_TABLE = `# Drift

<!-- Generated from packages/core/src/lock/severity-table.ts and scripts/generate-drift.ts by "npm run generate". -->

Status: normative.

Drift is every difference between what a lock holds ([lockfile.md](lockfile.md)) and what a server shows now. Items are
compared by digest ([identity.md](identity.md)): equal digests are never drift, whatever the order of tools or members, and
different ones are always at least one change. One change is reported for each place that moved.

## 1. A change

| member | meaning |
|---|---|
| \`type\` | \`tool_added\`, \`tool_removed\`, \`tool_changed\`, \`risk_level_changed\`, the same three words for \`prompt\`, \`resource\` and \`template\`, \`instructions_changed\`, \`package_changed\`, \`package_unpinned\`, \`dependency_added\`, \`dependency_removed\`, \`dependency_changed\`, \`install_script_added\`, \`signed_update\`, \`rollback\` |
| \`severity\` | \`critical\`, \`info\` or \`safe\`, from the table below |
| \`class\` | schemas: \`equivalent\`, \`widened\`, \`narrowed\`, \`changed\`; texts: \`typo\`, \`reworded\`; levels: \`raised\`, \`lowered\`; else \`added\`, \`removed\`, \`changed\`, \`equivalent\` |
| \`row\` | the row of the table that decided |
| \`tool\` | the name of a tool; other items have \`name\`: the name, uri or uriTemplate; a dependency its location without the leading \`node_modules/\` |
| \`pointer\` | the place in the definition, or for packages in the entry; empty for the whole definition |
| \`before\`, \`after\` | the two values; absent where there is none |
| \`note\` | more for the reader, as the other name of something renamed |

Changes are sorted by type, name and pointer. \`--fail-on critical\` (the default) fails on critical changes, \`info\` on
critical and info, \`safe\` on all.

## 2. Severities

\`toolmark\` is the default column. \`seed\` judges as the original description of capability identity does.
`;

const AFTER_TABLE = `
The risk level is assessed on both sides by the version that compares; what a lock notes or a server claims decides
nothing. Only in column \`seed\` a tool that itself carries a member \`riskLevel\` on both sides is compared by that.
The original knows no instructions, resources or added prompts; what it does not know is at least \`safe\` in its column,
and critical where something to call or read has come.

A tool that was removed and one that was added are noted as a rename when they are equal but for the name. A template that
keeps its name and gets another pattern is changed, not replaced. Where the lock says \`"allow": "subset"\`, what is gone
is not reported.

Packages are compared as [package.md](package.md), section 6, defines.

A signed update is one change beside the changes that it covers, which do not count ([attestation.md](attestation.md), section 6). It is a class of its own: under
\`updates: ask\` \`check\` exits with 1 because of it, and under \`allow\` it does not, whatever \`--fail-on\` is; under \`deny\` there is no such change.
A server whose changes are all covered has the status \`signed_update\`, and the covered changes in \`covered\`. A rollback is reported under each word.

## 3. Texts inside schemas

\`description\`, \`title\` and \`$comment\` of a schema or any subschema are texts: they are compared as texts, each at its
place, and not as part of the schema. \`default\`, \`examples\`, \`deprecated\`, \`readOnly\` and \`writeOnly\` are notes:
they accept nothing, but a server fills in defaults and a model copies examples. \`enum\`, \`const\`, names of properties
and everything else is the schema. The texts of an added or removed subschema are reported with that subschema.

## 4. Classes of schemas

- \`widened\`: everything accepted before is accepted now. \`narrowed\`: the reverse.
- \`equivalent\`: both, with the same names at the same places and the same words under each name; or equal under the
  normal form. So a parameter that came, went or moved is never equivalent, even where any value would have passed.
- \`changed\`: none of this is proven.

The class is that of the whole schema. An added argument makes an open schema \`narrowed\`, because any value would have passed under its name
before; its \`note\` says \`argument "exec" added\`, and so do reports for people.

The first two are proofs, made keyword by keyword: types (an integer is a number), \`enum\` and \`const\`, bounds of numbers,
lengths and counts, \`multipleOf\`, \`required\`, \`properties\` with \`patternProperties\` and \`additionalProperties\`, \`items\`,
\`propertyNames\`, \`uniqueItems\`, \`anyOf\`, \`allOf\`, \`not\`. Others count as the same only when they are written the same:
\`oneOf\`, \`if\`, \`contains\`, \`pattern\`, tuples, \`dependent…\`, and every word we do not know. \`format\` is treated as a
demand, because some validators judge it. A \`$ref\` is only equal to itself, and only when all definitions are unchanged
and it leads into them. \`$id\`, anchors, dynamic references, \`unevaluated…\`, other dialects and schemas beyond 256 KiB are
always \`changed\`. A proof that takes more than 10,000 steps is given up.

## 5. Typo fixes

A model reads a misspelt word as the right one, so correcting it changes nothing. An edit of a text is a typo fix
(class \`typo\`) when all of this holds:

1. There are as many words as before, and each word that differs is a corrected one.
2. Spaces between words stay on their line and are at most 3. At the very end up to 8 spaces and line ends may come or go.
3. A word that differs consists of the letters A to Z, with plain punctuation around it that stays the same, and is not
   between backquotes. So no URL, path, address, number, name with an underscore or foreign letter is ever touched.
   A full stop at the very end may come or go, and the first letter of a word may change its case.
4. The old word is not a word: it is not on our list of some 4,700 plain words (\`packages/core/src/lock/words.gen.ts\`), nor
   on the list of other dictionary words that are one slip away from one (\`near-words.gen.ts\`), nor another form of a listed word,
   one with a prefix, or two in one.
5. The new word is a plain word, and the only one near: one slip away from the old word, as no other listed word is. A slip is two
   neighbouring letters that changed places (words of 4 letters or more), a letter that is doubled or no longer (5 or more), one letter
   more or less that is not the last (5 or more), or another vowel (7 or more). The first letter stays and is not doubled. Five frequent
   slips of short words are listed one by one (\`teh\`).
6. The meaning of a sentence does not turn on the new word: negations, duty and permission, quantity, order, opposites, numbers
   (\`turning-words.ts\`).
7. It is a word of a sentence: not between quotes, no capital inside a sentence, none of the three words before it
   speaks of installing or packages, and the one before is none like \`from\`, \`import\` or \`named\`.
8. The rules on texts ([findings.md](findings.md)) find nothing in the new text that they did not find in the old one. A correction that raises the risk level is critical by its own row.

A new misspelling is not a typo fix. Of 257 corrections as commits make them, 226 are recognised; the others change two letters, have two
possible readings or start from a real word (\`packages/core/src/lock/typo-fix.test.ts\`). A rare word that neither list has may still
pass for a slip of one that is listed. With \`--fail-on safe\` nothing passes.
`;
