import {
  type Finding,
  hasErrors,
  isJsonObject,
  type Json,
  member,
  quoteInert,
  type ReadOnce,
  refusalIn,
  sortFindings,
  valueIn,
} from '../base/index.ts';
import {
  findDocumentErrors,
  findMcpToolErrors,
  findSnapshotErrors,
  findToolList,
  type Kind,
  type Policy,
  recognise,
} from '../describe/index.ts';
import { applyRule } from './rule.ts';
import { RULES } from './rules/index.ts';
import { checkParameterSchemas } from './rules/semantic/parameter-schema.ts';
import { findTwins, twinMembers } from './rules/semantic/twin-members.ts';
import { type SeedVerdict, seedAlignment, seedVerdict } from './seed.ts';
import { type Subject, subjectOfDocument, subjectOfMcpTool } from './subject.ts';
import { type EntryReport, readDocker, readServer, readServerRegistry, readToolhive } from './validate-entry.ts';
import { applyWaivers } from './waive.ts';

/** `toolmark` is the default; `seed` has the rules of the original specification for tool documents. */
export type RuleSet = 'toolmark' | 'seed';

export interface ValidateOptions {
  readonly now: Date;
  readonly rules?: RuleSet;
  readonly policy?: Policy;
  /** Names of tools of other owners. */
  readonly takenNames?: readonly string[];
  /** The limit for publisher-provided data in a `server.json`. */
  readonly maxExtensionBytes?: number;
}

export interface ValidationReport {
  readonly kind: Kind;
  readonly valid: boolean;
  readonly findings: readonly Finding[];
  /** Rule set `seed` only: the security check alone. */
  readonly seed?: SeedVerdict;
}

/** Returns all findings of a file. No content makes it throw. */
export function validate(file: Uint8Array | ReadOnce, options: ValidateOptions): ValidationReport {
  const input = tryRead(file);
  if ('refusal' in input) return report('unknown', [input.refusal], options);
  const kind = recognise(input.value);
  if (kind === 'ambiguous') return report(kind, [ambiguous()], options);
  const entry = readEntry(kind, input.value, options);
  if (entry !== undefined) return report(kind, judgeEntry(entry, options), options);
  if (kind === 'mcp-tool') return report(kind, validateMcpTool(input.value, '', options), options);
  if (kind === 'mcp-tools') return report(kind, validateToolList(input.value, options), options);
  if (options.rules !== 'seed') return report(kind, validateDocument(input.value, options), options);
  return { ...report(kind, validateAsSeed(input.value), options), seed: seedVerdict(input.value) };
}

/** A tool document under the default rules. */
export function validateDocument(document: Json, options: Pick<ValidateOptions, 'takenNames'> = {}): Finding[] {
  const subject = subjectOfDocument(document, options.takenNames ?? []);
  const findings = [...findDocumentErrors(document), ...judge(subject)];
  return named([...findings, ...compareWithSeed(document, findings)], subject);
}

/** One MCP tool under the default rules. */
export function validateMcpTool(tool: Json, at: string, options: Pick<ValidateOptions, 'takenNames'> = {}): Finding[] {
  if (!isJsonObject(tool)) return findMcpToolErrors(tool, at);
  const subject = subjectOfMcpTool(tool, at, options.takenNames ?? []);
  return named([...findMcpToolErrors(tool, at), ...judge(subject)], subject);
}

function validateToolList(value: Json, options: ValidateOptions): Finding[] {
  const { tools, pointer } = findToolList(value) ?? { tools: [], pointer: '' };
  const placed = tools.map((tool, index) => ({ tool, at: `${pointer}/${index}` }));
  const findings = [...findSnapshotErrors(value), ...findTwinLists(value), ...findDuplicateNames(placed)];
  for (const [index, tool] of tools.entries()) {
    for (const finding of validateMcpTool(tool, `${pointer}/${index}`, options)) findings.push(finding);
    if (findings.length > MAX_FINDINGS) break;
  }
  return findings;
}

function readEntry(kind: Kind, value: Json, options: ValidateOptions): EntryReport | undefined {
  const limits = options.maxExtensionBytes === undefined ? {} : { maxExtensionBytes: options.maxExtensionBytes };
  switch (kind) {
    case 'server-json':
      return readServer(value, limits);
    case 'server-registry':
      return readServerRegistry(value, limits);
    case 'toolhive':
      return readToolhive(value);
    case 'docker':
      return readDocker(value);
    default:
      return undefined;
  }
}

/** Findings of the entry, and of its tools under the rules for any tool list. */
function judgeEntry({ findings: found, lists }: EntryReport, options: ValidateOptions): Finding[] {
  const findings: Finding[] = [];
  for (const list of lists) {
    for (const finding of findDuplicateNames(list)) findings.push(finding);
    for (const { tool, at, asMcp } of list) {
      for (const finding of validateMcpTool(asMcp ?? tool, at, options)) {
        findings.push(asMcp === undefined ? finding : { ...finding, pointer: inArguments(finding.pointer, at) });
      }
      if (findings.length > MAX_FINDINGS) return findings;
    }
  }
  // Schema findings of a tool are reported once, with its name.
  const known = new Set(findings.map(keyOf));
  return [...found.filter(finding => !known.has(keyOf(finding))), ...findings];
}

function keyOf({ code, pointer, message }: Finding): string {
  return `${code} ${pointer} ${message}`;
}

/** Findings in a schema made from arguments point to the arguments. */
function inArguments(pointer: string, at: string): string {
  return pointer.startsWith(`${at}/inputSchema`) ? `${at}/arguments` : pointer;
}

function judge(subject: Subject): Finding[] {
  const findings = checkParameterSchemas(subject);
  // Not push(...findings): a hundred thousand arguments overflow the stack.
  for (const rule of RULES) for (const finding of applyRule(rule, subject)) findings.push(finding);
  return findings;
}

/** The schema, alignment and security check of the seed; it defines no others. */
function validateAsSeed(document: Json): Finding[] {
  const findings = findDocumentErrors(document, 'born');
  if (findings.length > 0) return findings;
  const verdict = seedVerdict(document);
  const place = { severity: 'error', pointer: '/tool/security' } as const;
  return [
    ...(seedAlignment(document)
      ? []
      : [{ code: 'semantic.misaligned', ...place, message: 'Capabilities and security configuration misaligned' }]),
    ...(verdict.valid ? [] : [{ code: 'security.seed', ...place, message: verdict.message }]),
  ];
}

const SECURITY_CODES = /^(security\.|semantic\.(network|file|database)-capability$)/;

/** Reports where the two rule sets disagree about capabilities and security. */
function compareWithSeed(document: Json, findings: readonly Finding[]): Finding[] {
  if (findings.some(({ code, severity }) => code.startsWith('schema.') && severity === 'error')) return [];
  const verdict = seedVerdict(document);
  const seedAccepts = verdict.valid && seedAlignment(document);
  const weAccept = !findings.some(({ code, severity }) => severity === 'error' && SECURITY_CODES.test(code));
  if (seedAccepts === weAccept) return [];
  const message = seedAccepts
    ? 'The seed rules accept these security settings.'
    : `The seed rules reject these security settings: ${verdict.valid ? 'capabilities and security configuration misaligned' : verdict.message}.`;
  return [{ code: 'security.seed-differs', severity: 'info', pointer: '/tool/security', message }];
}

/** `tools` beside `Tools`: parsers that ignore case would list other tools. */
function findTwinLists(value: Json): Finding[] {
  if (!isJsonObject(value)) return [];
  return findTwins(value, '', []).map(offence => ({
    code: twinMembers.code,
    severity: twinMembers.severity,
    ...offence,
  }));
}

function findDuplicateNames(tools: readonly { readonly tool: Json; readonly at: string }[]): Finding[] {
  const seen = new Set<string>();
  return tools.flatMap(({ tool, at }): Finding[] => {
    const name = isJsonObject(tool) ? member(tool, 'name') : undefined;
    if (typeof name !== 'string') return [];
    const isRepeated = seen.has(name);
    seen.add(name);
    if (!isRepeated) return [];
    const message = `${quoteInert(name)} is the name of another tool in this list.`;
    return [{ code: 'semantic.duplicate-name', severity: 'error', pointer: `${at}/name`, message, tool: name }];
  });
}

/** A hostile file must not determine the size of the report. */
const MAX_FINDINGS = 10_000;

function report(kind: Kind, found: readonly Finding[], options: ValidateOptions): ValidationReport {
  const findings = found.length > MAX_FINDINGS ? [...found.slice(0, MAX_FINDINGS), tooMany()] : found;
  const judged = sortFindings(applyWaivers(findings, options.policy?.waivers ?? [], options.now));
  return { kind, valid: !hasErrors(judged), findings: judged };
}

function named(findings: readonly Finding[], { name }: Subject): Finding[] {
  return name === undefined ? [...findings] : findings.map(finding => ({ ...finding, tool: name }));
}

function tryRead(file: Uint8Array | ReadOnce): { value: Json } | { refusal: Finding } {
  try {
    return { value: valueIn(file) };
  } catch (error) {
    const { code, pointer = '', message } = refusalIn(error);
    return { refusal: { code, severity: 'error', pointer, message } };
  }
}

function ambiguous(): Finding {
  const message = 'The file can be read as more than one kind of tool list. Keep only one.';
  return { code: 'semantic.ambiguous', severity: 'error', pointer: '', message };
}

function tooMany(): Finding {
  const message = `More than ${MAX_FINDINGS} findings; the rest is not listed.`;
  return { code: 'semantic.too-many-findings', severity: 'error', pointer: '', message };
}
