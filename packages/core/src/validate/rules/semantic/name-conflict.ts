import { quoteInert } from '../../../base/index.ts';
import { foldText } from '../../fold.ts';
import type { Rule } from '../../rule.ts';

export const nameConflict: Rule = {
  code: 'semantic.name-conflict',
  severity: 'error',
  title: 'The name is already taken.',
  advice: 'Choose another name. Case and look-alike letters do not count as a difference.',
  check({ name, takenNames, at }) {
    if (name === undefined) return [];
    const taken = takenNames.find(other => foldText(other) === foldText(name));
    if (taken === undefined) return [];
    return [
      {
        pointer: `${at.tool}/name`,
        message: `${quoteInert(name)} conflicts with the existing tool ${quoteInert(taken)}.`,
      },
    ];
  },
};
