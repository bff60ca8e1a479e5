import { cleanText, type Finding, quoteInert } from '@toolmark/core';
import { adaptError } from './adapt-error.ts';
import { fitSchema, type Parameters } from './fit-schema.ts';
import type { ImportedTool } from './imported-tool.ts';
import { type AdaptWarningCode, type Warn, warnProcess } from './warning.ts';

export interface ExportOptions {
  /** Code points of a description, with the marker of the cut; null for no cap. OpenAI: 1024; else none but the policy's. */
  readonly maxDescriptionLength?: number | null;
  /** Default: a warning of the process. */
  readonly warn?: Warn;
}

export interface FitTool {
  readonly tool: ImportedTool;
  readonly description: string;
  readonly parameters: Parameters;
}

/**
 * Tools as the APIs of models accept them. A tool that they would refuse is left out, because it would make them refuse the
 * whole request; `warn` hears of it, and of every tool that now says less. Two tools of one name throw `adapt.unfit-tools`.
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
  tell(warn, 'TOOLMARK_UNFIT', 'Model APIs would refuse these tools, so they are left out.', unfit);
  tell(warn, 'TOOLMARK_ADJUSTED', 'These tools say less than their servers do.', adjusted);
  return fit;
}

export function tell(warn: Warn, code: AdaptWarningCode, what: string, findings: readonly Finding[]): void {
  if (findings.length > 0) warn({ code, message: describe(what, findings), findings });
}

/** For every exporter: two tools of one name leave open which is called. */
export function refuseTwins(tools: readonly ImportedTool[]): void {
  const first = new Map(tools.map(({ name }, i) => [name, i] as const).reverse());
  const twins = tools.filter(({ name }, i) => first.get(name) !== i);
  if (twins.length === 0) return;
  const findings = twins.map(tool =>
    unfitting(tool, '/name', 'Two tools have this name: import their servers together.'),
  );
  throw adaptError('adapt.unfit-tools', describe('These tools cannot be told apart.', findings), findings);
}

/** OpenAI takes no more than this, and what it takes the others take too. */
const FIT_NAME = /^[A-Za-z0-9_-]{1,64}$/;

function fitTool(
  tool: ImportedTool,
  cap: number | null,
  adjusted: Finding[],
): FitTool | { readonly problem: string; readonly pointer: string } {
  if (!FIT_NAME.test(tool.name))
    return {
      problem: 'The name must be 1 to 64 letters, digits, "_" and "-": import with the name profile llm.',
      pointer: '/name',
    };
  const schema = fitSchema(tool.inputSchema);
  if ('problem' in schema) return schema;
  if (schema.isMerged)
    adjusted.push(saysLess(tool, '/inputSchema', 'The variants at the root are merged into one list.'));
  const description = cut(tool.description, cap);
  if (description !== tool.description) adjusted.push(saysLess(tool, '/description', 'The description is cut.'));
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
