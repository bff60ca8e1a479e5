import { quoteInert, ToolmarkError } from '@toolmark/core';

/** The values of each variable; none means that the user gave none. */
export type Variables = ReadonlyMap<string, readonly string[]>;

const WHOLE = /^\$\{([^${}]*)\}$/;
const VARIABLE = /\$\{([^${}]*)\}/g;

/**
 * A text of the manifest with its variables replaced. A variable alone becomes as many texts as it has values. Values are not
 * looked at again: what a user gives cannot refer to other variables. Throws `mcpb.unknown-variable`.
 */
export function expand(text: string, variables: Variables): readonly string[] {
  const [, whole] = WHOLE.exec(text) ?? [];
  if (whole !== undefined) return valuesOf(whole, variables);
  return [text.replace(VARIABLE, (_, name: string) => valuesOf(name, variables).join(','))];
}

function valuesOf(name: string, variables: Variables): readonly string[] {
  const values = variables.get(name);
  if (values !== undefined) return values;
  const message = `The manifest of the bundle uses the unknown variable ${quoteInert(name)}. Ask its author to correct it.`;
  throw new ToolmarkError('mcpb.unknown-variable', message);
}
