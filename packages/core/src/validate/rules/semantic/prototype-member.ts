import { child, type Json, type JsonObject } from '../../../base/index.ts';
import type { Offence, Rule } from '../../rule.ts';

/** Toolmark keeps such a member as data. Programs that copy objects carelessly lose it, or are changed by it. */
export const prototypeMember: Rule = {
  code: 'semantic.prototype-member',
  severity: 'error',
  title: 'A member is called __proto__.',
  advice: 'Give it another name: careless programs lose it, or let it change how they work.',
  check({ tool, at }) {
    if (!holdsPrototype(tool)) return [];
    const offences: Offence[] = [];
    collect(tool, at.tool, offences);
    return offences;
  },
};

/** Nearly every tool has none, and finding that out needs no pointers. */
function holdsPrototype(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsPrototype);
  for (const key in value) if (key === '__proto__' || holdsPrototype((value as JsonObject)[key] as Json)) return true;
  return false;
}

function collect(value: Json, pointer: string, offences: Offence[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const place = child(pointer, key);
    if (key === '__proto__') offences.push({ pointer: place, message: 'A member must not be called "__proto__".' });
    collect((value as JsonObject)[key] as Json, place, offences);
  }
}
