import type { Json } from '../../../base/index.ts';
import type { Rule } from '../../rule.ts';
import { findMembers } from './find-members.ts';

export const largeInteger: Rule = {
  code: 'semantic.large-integer',
  severity: 'error',
  title: 'An integer is larger than 2^53, so the tool has no digest.',
  advice: 'Write it as a string: parsers round such numbers differently. In schema 1.0 this is a warning.',
  check: ({ tool, at, schemaVersion }) =>
    findMembers(tool, at.tool, (_key, value) => isLarge(value)).map(pointer => ({
      pointer,
      message: 'This integer is larger than 2^53.',
      ...(schemaVersion === '1.0' ? { severity: 'warning' } : {}),
    })),
};

/** Canonical JSON writes numbers from 1e21 on with an exponent, so they cannot be mistaken for integers. */
function isLarge(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'number' && Math.abs(value) > 2 ** 53 && Math.abs(value) < 1e21;
}
