import { child, isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { Found } from './found.ts';

/** Members that are texts wherever they stand beside a name. */
const TEXTS = ['name', 'title', 'description', 'uri', 'uriTemplate', 'mimeType', 'version'];
const LISTS = ['prompts', 'resources', 'resourceTemplates', 'templates'];
/** Deeper than any honest schema; what lies below is read as text all the same. */
const DEEPEST = 32;

/** What has the wrong type below the lists of a server, where the checks of its format do not look. */
export function findWrongTypes(value: JsonObject): Found[] {
  const found: Found[] = [];
  const { serverInfo } = value;
  if (isJsonObject(serverInfo)) checkTexts(serverInfo, '/serverInfo', found);
  for (const list of LISTS) {
    const items = value[list];
    if (Array.isArray(items)) for (const [i, item] of items.entries()) checkItem(item, `/${list}/${i}`, found);
  }
  return found;
}

/** The same in the schemas of a tool, for review: real servers have such schemas, and models take them as they are. */
export function findWrongSchemas(tool: JsonObject, pointer: string): Found[] {
  const found: Found[] = [];
  checkSchema(tool.inputSchema, `${pointer}/inputSchema`, 0, found);
  checkSchema(tool.outputSchema, `${pointer}/outputSchema`, 0, found);
  return found.map(one => ({ ...one, tier: 'review' }));
}

function checkItem(item: Json, pointer: string, found: Found[]): void {
  if (!isJsonObject(item)) return;
  checkTexts(item, pointer, found);
  const { arguments: given } = item;
  if (given === undefined) return;
  if (!Array.isArray(given)) {
    found.push(wrong(`${pointer}/arguments`, 'a list'));
    return;
  }
  for (const [i, argument] of given.entries()) {
    const at = `${pointer}/arguments/${i}`;
    if (isJsonObject(argument)) checkTexts(argument, at, found);
    else found.push(wrong(at, 'an object'));
  }
}

function checkTexts(object: JsonObject, pointer: string, found: Found[]): void {
  for (const key of TEXTS)
    if (object[key] !== undefined && typeof object[key] !== 'string') found.push(wrong(`${pointer}/${key}`, 'a text'));
}

/** A schema and those of its members: nearly all prose of a tool stands there. */
function checkSchema(schema: Json | undefined, pointer: string, depth: number, found: Found[]): void {
  if (schema === undefined || !isJsonObject(schema) || depth > DEEPEST) return;
  const { properties, description, title, items } = schema;
  if (description !== undefined && typeof description !== 'string')
    found.push(wrong(`${pointer}/description`, 'a text'));
  if (title !== undefined && typeof title !== 'string') found.push(wrong(`${pointer}/title`, 'a text'));
  if (items !== undefined) checkSchema(items, `${pointer}/items`, depth + 1, found);
  if (properties === undefined) return;
  if (!isJsonObject(properties)) {
    found.push(wrong(`${pointer}/properties`, 'an object'));
    return;
  }
  for (const name in properties) {
    const member = properties[name];
    // The pointer is made for what is looked into, which is cheaper than the look itself only where there is something.
    if (typeof member === 'object' && member !== null)
      checkSchema(member, child(`${pointer}/properties`, name), depth + 1, found);
    else if (typeof member !== 'boolean') found.push(wrong(child(`${pointer}/properties`, name), 'a schema'));
  }
}

function wrong(pointer: string, wanted: string): Found {
  return {
    code: 'scan.malformed',
    tier: 'block',
    pointer,
    message: `This must be ${wanted}. What has the wrong type cannot be cleared.`,
  };
}
