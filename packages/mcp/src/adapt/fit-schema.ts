import { checkSchema, type JsonObject } from '@toolmark/core';
import { modernSchema } from './modern-schema.ts';
import { renameParameters } from './parameter-names.ts';
import { isPlainObject, type PlainObject, plainObject } from './plain-json.ts';
import { relaxRoot } from './relax-root.ts';

/** Parameters that every model API accepts. */
export interface Parameters {
  type: 'object';
  properties: PlainObject;
  required?: string[];
  [keyword: string]: unknown;
}

/** Parameters and whether variants were merged, or the problem. */
export type FitSchema =
  | { readonly parameters: Parameters; readonly isMerged: boolean }
  | { readonly problem: string; readonly pointer: string };

/** Converts a schema to the form that model APIs accept; only variants at the root lose meaning. */
export function fitSchema(inputSchema: JsonObject): FitSchema {
  const { schema, loss } = relaxRoot(modernSchema(plainObject(inputSchema)));
  const at = '/inputSchema';
  if (loss === 'lost') return { problem: 'The root of the input schema has an unresolvable reference.', pointer: at };
  const renamed = renameParameters(schema);
  if (renamed === undefined)
    return {
      problem: 'Model APIs refuse its parameter names, and they cannot be renamed.',
      pointer: `${at}/properties`,
    };
  const parameters = parametersOf(renamed);
  const invalid = checkSchema(parameters as unknown as JsonObject, { at }).find(({ code }) => INVALID.has(code));
  if (invalid !== undefined) return { problem: `Invalid input schema. ${invalid.message}`, pointer: invalid.pointer };
  return { parameters, isMerged: loss === 'merged' };
}

/** Findings that make an API refuse the whole request. */
const INVALID: ReadonlySet<string> = new Set([
  'semantic.parameter-keyword',
  'semantic.parameter-pattern',
  'semantic.parameter-dangling-ref',
  'semantic.parameter-remote-ref',
  'semantic.parameter-limits',
]);

/** OpenAI requires `type` and `properties`. */
function parametersOf({ properties, required, ...rest }: PlainObject): Parameters {
  return {
    ...rest,
    type: 'object',
    properties: isPlainObject(properties) ? properties : {},
    ...(Array.isArray(required) ? { required: required.filter(name => typeof name === 'string') } : {}),
  };
}
