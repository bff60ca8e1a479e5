import { cleanText, type Finding, quoteInert } from '@toolmark/core';
import { adaptError } from './adapt-error.ts';
import { fitSchema, type Parameters } from './fit-schema.ts';
import type { ImportedTool } from './imported-tool.ts';
import { type AdaptWarningCode, type Warn, warnProcess } from './warning.ts';

export interface ExportOptions {
  /** Maximum code points of a description, including the truncation marker; null for no limit. Default for OpenAI: 1024. */
  readonly maxDescriptionLength?: number | null;
  /** Default: process.emitWarning. */
  readonly warn?: Warn;
}

export interface FitTool {
  readonly tool: ImportedTool;
  readonly description: string;
  readonly parameters: Parameters;
}

/**
 * Converts tools to a form that model APIs accept. A tool they would refuse is omitted, because they would refuse the whole
 * request; `warn` reports omitted and simplified tools. Duplicate names throw `adapt.unfit-tools`.
 */
export function fitTools(tools: readonly ImportedTool[], options: ExportOptions): FitTool[] {
  refuseTwins(tools);
  const { maxDescriptionLength = null, warn = warnProcess } = options;
  const unfit: Finding[] = [];
  const adjusted: Finding[] = [];
  const fit = tools.flatMap(tool => {
    const taken = fitTool(tool, maxDescriptionLength, adjusted);
    if (!('problem' in taken)) return [taken];
    unfit.push(unfitting(tool, taken.pointer, taken.problem));
    return [];
  });
  tell(warn, 'TOOLMARK_UNFIT', 'Tools omitted because model APIs would refuse them.', unfit);
  tell(warn, 'TOOLMARK_ADJUSTED', 'Tools simplified for the export.', adjusted);
  return fit;
}

export function tell(warn: Warn, code: AdaptWarningCode, what: string, findings: readonly Finding[]): void {
  if (findings.length > 0) warn({ code, message: describe(what, findings), findings });
}

/** Duplicate names would make calls ambiguous. */
export function refuseTwins(tools: readonly ImportedTool[]): void {
  const first = new Map(tools.map(({ name }, i) => [name, i] as const).reverse());
  const twins = tools.filter(({ name }, i) => first.get(name) !== i);
  if (twins.length === 0) return;
  const findings = twins.map(tool =>
    unfitting(tool, '/name', 'Two tools have this name: import their servers together.'),
  );
  throw adaptError('adapt.unfit-tools', describe('Tool names must be unique.', findings), findings);
}

/** The limit of OpenAI, which the other APIs accept too. */
const FIT_NAME = /^[A-Za-z0-9_-]{1,64}$/;

function fitTool(
  tool: ImportedTool,
  cap: number | null,
  adjusted: Finding[],
): FitTool | { readonly problem: string; readonly pointer: string } {
  if (!FIT_NAME.test(tool.name))
    return {
      problem: 'The name must be 1 to 64 letters, digits, "_" or "-". Import with the name profile llm.',
      pointer: '/name',
    };
  const schema = fitSchema(tool.inputSchema);
  if ('problem' in schema) return schema;
  if (schema.isMerged)
    adjusted.push(saysLess(tool, '/inputSchema', 'The variants at the root are merged into one list of parameters.'));
  const description = cut(tool.description, cap);
  if (description !== tool.description) adjusted.push(saysLess(tool, '/description', 'The description is truncated.'));
  return { tool, description, parameters: schema.parameters };
}

function cut(text: string, maxDescriptionLength: number | null): string {
  return cleanText(text, { stripControlChars: false, normalizeWhitespace: false, maxDescriptionLength }).text;
}

function unfitting({ name, server }: ImportedTool, pointer: string, message: string): Finding {
  return { code: 'adapt.unfit-tools', severity: 'error', pointer, message, tool: name, server };
}

export function saysLess({ name, server }: ImportedTool, pointer: string, message: string): Finding {
  return { code: 'adapt.says-less', severity: 'warning', pointer, message, tool: name, server };
}

const MOST_NAMED = 5;

function describe(what: string, findings: readonly Finding[]): string {
  const shown = findings.slice(0, MOST_NAMED).map(({ tool = '', message }) => `${quoteInert(tool)}: ${message}`);
  const rest = findings.length > MOST_NAMED ? ` And ${findings.length - MOST_NAMED} more.` : '';
  return `${what} ${shown.join(' ')}${rest}`;
}
