import { type Finding, isJsonObject, type JsonObject, member, quoteInert } from '../../base/index.ts';

/** What ToolHive's list of names can hold; a definition may have any name. */
export const LISTED_NAME = /^[\w-]+$/;

/** `tools` compared with `tool_definitions`, which takes precedence. */
export function findToolsMismatch(extension: JsonObject, at: string): Finding[] {
  const listed = member(extension, 'tools');
  const definitions = member(extension, 'tool_definitions');
  const findings = Array.isArray(listed) ? findUnlistable(listed, at) : [];
  if (!Array.isArray(listed) || !Array.isArray(definitions)) return findings;
  const defined = definitions.flatMap(tool => (isJsonObject(tool) && typeof tool.name === 'string' ? [tool.name] : []));
  const undefinedNames = without(listed.filter(isText), defined);
  const unlisted = without(defined.filter(isListable), listed);
  if (undefinedNames.length > 0) {
    findings.push(mismatch(`${at}/tools`, 'These tools have no definition', undefinedNames));
  }
  if (unlisted.length > 0) {
    findings.push(mismatch(`${at}/tool_definitions`, 'These tools are defined but not named in "tools"', unlisted));
  }
  return findings;
}

function findUnlistable(listed: readonly unknown[], at: string): Finding[] {
  return listed.flatMap((name, index): Finding[] => {
    if (!isText(name) || isListable(name)) return [];
    const message = `${quoteInert(name)} is not a name that ToolHive accepts here: letters, digits, "_" and "-".`;
    return [{ code: 'server.listed-name', severity: 'warning', pointer: `${at}/tools/${index}`, message }];
  });
}

function mismatch(pointer: string, what: string, names: readonly string[]): Finding {
  const shown = names.slice(0, 5).map(name => quoteInert(name, 40));
  const rest = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const message = `${what}: ${shown.join(', ')}${rest}. The definitions count.`;
  return { code: 'server.tools-mismatch', severity: 'warning', pointer, message };
}

function without(names: readonly string[], others: readonly unknown[]): string[] {
  const known = new Set(others);
  return [...new Set(names)].filter(name => !known.has(name));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isListable(name: string): boolean {
  return LISTED_NAME.test(name);
}
