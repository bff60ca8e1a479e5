import { isJsonObject, member } from '../../../base/index.ts';
import { FLAGS, findInMeta, toMetadata } from '../../../describe/index.ts';
import type { Rule } from '../../rule.ts';

export const hintMismatch: Rule = {
  code: 'metadata.hint-mismatch',
  severity: 'error',
  title: 'An annotation contradicts the metadata in _meta.',
  advice: 'Make them agree: clients read one or the other.',
  check({ kind, tool, metadata, at }) {
    const annotations = member(tool, 'annotations');
    const inMeta = findInMeta(tool);
    if (kind !== 'mcp' || metadata === undefined || inMeta === undefined || !isJsonObject(annotations)) return [];
    const behavior = toMetadata(inMeta.value).behavior ?? {};
    const names = FLAGS.flatMap(({ flag, hint, rfcName }) => [
      { flag, name: hint },
      { flag, name: rfcName },
    ]);
    return names.flatMap(({ flag, name }) => {
      const declared = behavior[flag];
      const hinted = member(annotations, name);
      if (declared === undefined || typeof hinted !== 'boolean' || declared === hinted) return [];
      return [
        { pointer: `${at.tool}/annotations/${name}`, message: `${name} is ${hinted}, but ${flag} is ${declared}.` },
      ];
    });
  },
};
