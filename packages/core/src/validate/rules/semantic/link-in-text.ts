import { quoteInert } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';

export const linkInText: Rule = {
  code: 'semantic.link-in-text',
  severity: 'warning',
  title: 'The description of the tool holds a web address.',
  advice: 'Check where it leads, or move it out of the description: models may follow it.',
  check({ texts, at }) {
    const place = texts.find(({ pointer }) => pointer === `${at.tool}/description`);
    const links = new Set(place?.text.match(/\bhttps?:\/\/[^\s"'<>()[\]]{1,2048}/gi));
    if (place === undefined || links.size === 0) return [];
    return [
      {
        pointer: place.pointer,
        message: `The description leads to ${shortList([...links])}.`,
      },
    ];
  },
};

function shortList(links: readonly string[]): string {
  const shown = links.slice(0, 3).map(link => quoteInert(link));
  return [...shown, ...(links.length > 3 ? [`and ${links.length - 3} more`] : [])].join(', ');
}
