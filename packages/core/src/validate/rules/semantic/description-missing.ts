import type { Rule } from '../../rule.ts';

export const descriptionMissing: Rule = {
  code: 'semantic.description-missing',
  severity: 'warning',
  title: 'The tool has no description, or a blank one.',
  advice: 'Describe in one sentence what the tool does: models select tools by description.',
  check({ kind, tool, description, at }) {
    const isAbsent = !Object.hasOwn(tool, 'description');
    // A document without a description has a schema finding already.
    if (isAbsent ? kind === 'document' : description === undefined || description.trim() !== '') return [];
    return [
      {
        pointer: isAbsent ? at.tool : `${at.tool}/description`,
        message: 'The tool has no description.',
      },
    ];
  },
};
