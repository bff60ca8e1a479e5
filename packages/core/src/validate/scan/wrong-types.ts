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
export function findWrongSchemas({ inputSchema, outputSchema }: JsonObject, pointer: string): readonly Found[] {
  // Nearly every schema is fit, so that places are made for the others alone.
  if (isFit(inputSchema, 0) && isFit(outputSchema, 0)) return NONE;
  const found: Found[] = [];
  checkSchema(inputSchema, `${pointer}/inputSchema`, 0, found);
  checkSchema(outputSchema, `${pointer}/outputSchema`, 0, found);
  return found.map(one => ({ ...one, tier: 'review' }));
}

const NONE: readonly Found[] = [];

/** Whether there is nothing that `checkSchema` would find. */
function isFit(schema: Json | undefined, depth: number): boolean {
  if (schema === undefined || !isJsonObject(schema) || depth > DEEPEST) return true;
  const { properties, description, title, items } = schema;
  if (!isTextOrNone(description) || !isTextOrNone(title) || !isFit(items, depth + 1)) return false;
  if (properties === undefined) return true;
  if (!isJsonObject(properties)) return false;
  for (const name in properties) {
    const member = properties[name];
    const isSchema = typeof member === 'boolean' || (typeof member === 'object' && member !== null);
    if (!isSchema || !isFit(member, depth + 1)) return false;
  }
  return true;
}

function isTextOrNone(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'string';
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
  for (const key of TEXTS) if (!isTextOrNone(object[key])) found.push(wrong(`${pointer}/${key}`, 'a text'));
}

/** A schema and those of its members: nearly all prose of a tool stands there. */
function checkSchema(schema: Json | undefined, pointer: string, depth: number, found: Found[]): void {
  if (schema === undefined || !isJsonObject(schema) || depth > DEEPEST) return;
  const { properties, description, title, items } = schema;
  if (!isTextOrNone(description)) found.push(wrong(`${pointer}/description`, 'a text'));
  if (!isTextOrNone(title)) found.push(wrong(`${pointer}/title`, 'a text'));
  if (items !== undefined) checkSchema(items, `${pointer}/items`, depth + 1, found);
  if (properties === undefined) return;
  if (!isJsonObject(properties)) {
    found.push(wrong(`${pointer}/properties`, 'an object'));
    return;
  }
  for (const name in properties) {
    const member = properties[name];
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
