import { child, isJsonObject, type Json, type JsonObject } from '@toolmark/core';
import { LIST_KINDS, LIST_NAMES } from '@toolmark/core/formats';
import type { Found } from '../found.ts';

/** Members of a listed item that must be strings. */
const TEXTS = ['name', 'title', 'description', 'uri', 'uriTemplate', 'mimeType', 'version'];
/** The lists besides tools. A snapshot calls resource templates `templates`, a server `resourceTemplates`. */
export const OTHER_LISTS: readonly string[] = [
  ...LIST_NAMES.filter(list => list !== 'tools'),
  LIST_KINDS.templates.member,
];
/** Deeper than any honest schema. Deeper levels are still scanned as text. */
const DEEPEST = 32;

/** Finds members of the wrong type in a server's lists that the format checks do not cover. */
export function findWrongTypes({ serverInfo, ...value }: JsonObject): Found[] {
  const found: Found[] = isJsonObject(serverInfo) ? wrongTexts(serverInfo, '/serverInfo') : [];
  for (const list of OTHER_LISTS) {
    const items = value[list];
    if (!Array.isArray(items)) continue;
    for (const [i, item] of items.entries())
      if (isJsonObject(item)) for (const one of wrongItem(item, `/${list}/${i}`)) found.push(one);
  }
  return found;
}

function wrongItem(item: JsonObject, pointer: string): Found[] {
  const { arguments: given } = item;
  if (given === undefined) return wrongTexts(item, pointer);
  if (!Array.isArray(given)) return [...wrongTexts(item, pointer), wrong(`${pointer}/arguments`, 'a list')];
  return [
    ...wrongTexts(item, pointer),
    ...given.flatMap((argument, i) => {
      const at = `${pointer}/arguments/${i}`;
      return isJsonObject(argument) ? wrongTexts(argument, at) : [wrong(at, 'an object')];
    }),
  ];
}

function wrongTexts(object: JsonObject, pointer: string): Found[] {
  const isWrong = (key: string): boolean => object[key] !== undefined && typeof object[key] !== 'string';
  return TEXTS.filter(isWrong).map(key => wrong(`${pointer}/${key}`, 'a text'));
}

/** Does the same for the schemas of a tool, as `review`: real servers have such schemas, and models accept them. */
export function findWrongSchemas({ inputSchema, outputSchema }: JsonObject, pointer: string): Found[] {
  const found: Found[] = [];
  checkSchema(inputSchema, `${pointer}/inputSchema`, 0, found);
  checkSchema(outputSchema, `${pointer}/outputSchema`, 0, found);
  return found.map(one => ({ ...one, tier: 'review' }));
}

/** Checks a schema and its member schemas, which contain most text of a tool. */
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
  for (const [name, member] of Object.entries(properties)) {
    const at = child(`${pointer}/properties`, name);
    if (typeof member === 'object' && member !== null) checkSchema(member, at, depth + 1, found);
    else if (typeof member !== 'boolean') found.push(wrong(at, 'a schema'));
  }
}

function wrong(pointer: string, wanted: string): Found {
  const message = `Wrong type: this must be ${wanted}.`;
  return { code: 'scan.malformed', tier: 'block', pointer, message };
}
