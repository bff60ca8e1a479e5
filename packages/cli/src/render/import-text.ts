import { quoteInert } from '@toolmark/core';
import type { McptrustComparison } from '@toolmark/core/lock';
import type pc from 'picocolors';

const LISTS = { tools: 'tool', prompts: 'prompt', templates: 'template' } as const;

/** Whether a server shows anything that the old lock did not approve as it is. */
export function differs(comparison: McptrustComparison): boolean {
  return listsOf(comparison).some(({ moved, added }) => moved.length + added.length > 0);
}

/** What of an old lock still holds, what moved since, and what it never looked at. */
export function importLines(comparison: McptrustComparison, color: ReturnType<typeof pc.createColors>): string[] {
  return [
    ...listsOf(comparison).flatMap(({ word, agreeing, moved, added, missing }) => [
      ...agreeing.map(name => `  ${color.green('as approved')}  ${word} ${quoteInert(name)}`),
      ...moved.map(
        ({ name, parts }) => `  ${color.red('moved      ')}  ${word} ${quoteInert(name)}: ${parts.join(', ')}`,
      ),
      ...added.map(name => `  ${color.red('never seen ')}  ${word} ${quoteInert(name)}`),
      ...missing.map(name => `  ${color.yellow('gone       ')}  ${word} ${quoteInert(name)}`),
    ]),
    '  The old lock did not cover:',
    ...comparison.uncovered.map(sentence => `    ${sentence}`),
  ];
}

function listsOf(comparison: McptrustComparison): (McptrustComparison['tools'] & { word: string })[] {
  const names = ['tools', 'prompts', 'templates'] as const;
  return names.map(list => ({ word: LISTS[list], ...comparison[list] }));
}
