import { child, type Json, type JsonObject } from '../../../base/index.ts';
import type { Offence, Rule } from '../../rule.ts';

export const largeInteger: Rule = {
  code: 'semantic.large-integer',
  severity: 'error',
  title: 'A number is an integer beyond 2^53, so the tool has no identity.',
  advice: 'Write it as a string: readers round such numbers differently. In schema 1.0 this is a warning.',
  check({ tool, at, schemaVersion }) {
    if (!holdsLarge(tool)) return [];
    const offences: Offence[] = [];
    collect(tool, at.tool, offences);
    return schemaVersion === '1.0' ? offences.map(offence => ({ ...offence, severity: 'warning' })) : offences;
  },
};

/** Nearly every tool has none, and finding that out needs no pointers. */
function holdsLarge(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return isLarge(value);
  if (Array.isArray(value)) return value.some(holdsLarge);
  for (const key in value) if (holdsLarge((value as JsonObject)[key] as Json)) return true;
  return false;
}

function collect(value: Json, pointer: string, offences: Offence[]): void {
  if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) collect((value as JsonObject)[key] as Json, child(pointer, key), offences);
  } else if (isLarge(value)) offences.push({ pointer, message: 'This integer is beyond 2^53.' });
}

/** Numbers from 1e21 on have an exponent in canonical text, and cannot be taken for integers. */
function isLarge(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'number' && Math.abs(value) > 2 ** 53 && Math.abs(value) < 1e21;
}
