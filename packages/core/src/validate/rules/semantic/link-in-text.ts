import { quoteInert } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';

export const linkInText: Rule = {
  code: 'semantic.link-in-text',
  severity: 'warning',
  title: 'The description contains a link.',
  advice: 'Check the link, or remove it: models may follow it.',
  check({ texts, at }) {
    const place = texts.find(({ pointer }) => pointer === `${at.tool}/description`);
    const links = new Set(place?.text.match(/\bhttps?:\/\/[^\s"'<>()[\]]{1,2048}/gi));
    if (place === undefined || links.size === 0) return [];
    return [
      {
        pointer: place.pointer,
        message: `The description links to ${shortList([...links])}.`,
      },
    ];
  },
};

function shortList(links: readonly string[]): string {
  const shown = links.slice(0, 3).map(link => quoteInert(link));
  return [...shown, ...(links.length > 3 ? [`and ${links.length - 3} more`] : [])].join(', ');
}
