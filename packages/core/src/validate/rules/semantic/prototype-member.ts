import type { Rule } from '../../rule.ts';
import { findMembers } from './find-members.ts';

/** Toolmark keeps such a member as data. Other programs may lose it or change an object's prototype. */
export const prototypeMember: Rule = {
  code: 'semantic.prototype-member',
  severity: 'error',
  title: 'A member is named __proto__.',
  advice: 'Rename it: some programs drop it or treat it as the prototype of the object.',
  check: ({ tool, at }) =>
    findMembers(tool, at.tool, key => key === '__proto__').map(pointer => ({
      pointer,
      message: 'A member must not be named "__proto__".',
    })),
};
