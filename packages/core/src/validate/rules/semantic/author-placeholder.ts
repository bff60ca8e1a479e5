import { isJsonObject, member } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';

export const authorPlaceholder: Rule = {
  code: 'semantic.author-placeholder',
  severity: 'warning',
  title: 'The author of the document is a placeholder.',
  advice: 'Enter the name and email address of the responsible person or organization.',
  check({ kind, tool, at }) {
    const author = member(tool, 'author');
    if (kind !== 'document' || !isJsonObject(author)) return [];
    return Object.entries(PLACEHOLDERS)
      .filter(([key, placeholder]) => member(author, key) === placeholder)
      .map(([key, placeholder]) => ({
        pointer: `${at.tool}/author/${key}`,
        message: `"${placeholder}" is a placeholder.`,
      }));
  },
};

/** The default values of "toolmark init --yes". */
const PLACEHOLDERS: Readonly<Record<string, string>> = { name: 'Your Name', email: 'you@example.org' };
