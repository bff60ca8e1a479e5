import { type Finding, type JsonObject, quoteInert } from '@toolmark/core';
import { adaptError } from './adapt-error.ts';
import type { ImportedTool } from './imported-tool.ts';
import { type PlainObject, plainObject } from './plain-json.ts';
import { isPlainObject, relaxRoot } from './relax-root.ts';

/** Parameters as every model API takes them. */
export interface Parameters {
  type: 'object';
  properties: PlainObject;
  required?: string[];
  [keyword: string]: unknown;
}

interface FitTool {
  readonly tool: ImportedTool;
  readonly parameters: Parameters;
}

/**
 * Tools as the APIs of models accept them, or throws `adapt.unfit-tools` with a finding for each name that they would
 * not: one of those makes an API refuse the whole request, and two of one name leave open which is called.
 */
export function fitTools(tools: readonly ImportedTool[]): FitTool[] {
  const findings = findUnfit(tools);
  if (findings.length === 0) return tools.map(tool => ({ tool, parameters: parametersOf(tool.inputSchema) }));
  const shown = findings.slice(0, 5).map(({ tool = '', message }) => `${quoteInert(tool)}: ${message}`);
  const rest = findings.length > 5 ? ` And ${findings.length - 5} more.` : '';
  throw adaptError('adapt.unfit-tools', `Model APIs would refuse these tools. ${shown.join(' ')}${rest}`, findings);
}

/** OpenAI takes no more than this, and what it takes the others take too. */
const FIT_NAME = /^[A-Za-z0-9_-]{1,64}$/;

function findUnfit(tools: readonly ImportedTool[]): Finding[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name }) => {
    const message = findNameProblem(name, seen);
    seen.add(name);
    return message === undefined
      ? []
      : [{ code: 'adapt.unfit-tools', severity: 'error', pointer: '/name', message, tool: name }];
  });
}

function findNameProblem(name: string, seen: ReadonlySet<string>): string | undefined {
  if (seen.has(name)) return 'Two tools have this name: import their servers together.';
  if (FIT_NAME.test(name)) return undefined;
  return 'The name must be 1 to 64 letters, digits, "_" and "-": import with the name profile llm.';
}

/** Arguments are always an object; OpenAI wants that said, and `properties` even when there are none. */
function parametersOf(schema: JsonObject): Parameters {
  const { properties, required, ...rest } = relaxRoot(plainObject(schema));
  return {
    ...rest,
    type: 'object',
    properties: isPlainObject(properties) ? properties : {},
    ...(Array.isArray(required) ? { required: required.filter(name => typeof name === 'string') } : {}),
  };
}
