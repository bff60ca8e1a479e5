import { readJson } from '../../../base/index.ts';
import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { prototypeMember } from './prototype-member.ts';

/** Only text has it as a member: an object literal would set the prototype. */
const HIDING = readJson(new TextEncoder().encode('{"type":"object","properties":{"a":{"__proto__":{"b":1}}}}'));

ruleTable(prototypeMember, {
  accepts: [
    ['names that only sound alike', mcpToolWith({ proto: 1, __proto: 2, constructor: 3 })],
    ['the word as a value', mcpToolWith({ description: 'Explains __proto__ to beginners.' })],
    ['a sound document', documentWith({})],
  ],
  rejects: [
    ['deep inside the schema of a tool', mcpToolWith({ inputSchema: HIDING }), '/inputSchema/properties/a/__proto__'],
    ['deep inside a document', documentWith({ parameters: HIDING }), '/tool/parameters/properties/a/__proto__'],
  ],
});
