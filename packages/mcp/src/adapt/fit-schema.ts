import { checkSchema, type JsonObject } from '@toolmark/core';
import { modernSchema } from './modern-schema.ts';
import { renameParameters } from './parameter-names.ts';
import { isPlainObject, type PlainObject, plainObject } from './plain-json.ts';
import { relaxRoot } from './relax-root.ts';

/** Parameters as every model API takes them. */
export interface Parameters {
  type: 'object';
  properties: PlainObject;
  required?: string[];
  [keyword: string]: unknown;
}

/** Parameters that can be sent, and whether they say less than the schema did; or why there are none. */
export type FitSchema =
  | { readonly parameters: Parameters; readonly isMerged: boolean }
  | { readonly problem: string; readonly pointer: string };

/** A schema in the form that model APIs accept, with the same meaning but for variants at its root. */
export function fitSchema(inputSchema: JsonObject): FitSchema {
  const { schema, loss } = relaxRoot(modernSchema(plainObject(inputSchema)));
  const at = '/inputSchema';
  if (loss === 'lost') return { problem: 'Its root refers to something outside of the schema.', pointer: at };
  const renamed = renameParameters(schema);
  if (renamed === undefined)
    return { problem: 'It goes by names of parameters that APIs refuse.', pointer: `${at}/properties` };
  const parameters = parametersOf(renamed);
  const invalid = checkSchema(parameters as unknown as JsonObject, { at }).find(({ code }) => INVALID.has(code));
  if (invalid !== undefined)
    return { problem: `Its input schema is invalid. ${invalid.message}`, pointer: invalid.pointer };
  return { parameters, isMerged: loss === 'merged' };
}

/** What makes an API refuse the whole request. Patterns that cost much are the server's own risk. */
const INVALID: ReadonlySet<string> = new Set([
  'semantic.parameter-keyword',
  'semantic.parameter-pattern',
  'semantic.parameter-dangling-ref',
  'semantic.parameter-remote-ref',
  'semantic.parameter-limits',
]);

/** Arguments are always an object; OpenAI wants that said, and `properties` even when there are none. */
function parametersOf({ properties, required, ...rest }: PlainObject): Parameters {
  return {
    ...rest,
    type: 'object',
    properties: isPlainObject(properties) ? properties : {},
    ...(Array.isArray(required) ? { required: required.filter(name => typeof name === 'string') } : {}),
  };
}
