import type { Rule } from '../../rule.ts';

export const descriptionMissing: Rule = {
  code: 'semantic.description-missing',
  severity: 'warning',
  title: 'The tool has no description, or a blank one.',
  advice: 'Say in a sentence what the tool does: a model has nothing else to choose by.',
  check({ kind, tool, description, at }) {
    const isAbsent = !Object.hasOwn(tool, 'description');
    // A document without a description has a shape error already.
    if (isAbsent ? kind === 'document' : description === undefined || description.trim() !== '') return [];
    return [
      {
        pointer: isAbsent ? at.tool : `${at.tool}/description`,
        message: 'There is no description to choose this tool by.',
      },
    ];
  },
};
