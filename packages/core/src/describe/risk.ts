import { isJsonObject, type JsonObject, member, quoteInert } from '../base/index.ts';
import { effectiveFlags } from './hints.ts';
import { metadataOfMcpTool, type ToolMetadata, toMetadata } from './metadata.ts';
import {
  CAPABILITY_LEVELS,
  CODE_PARAMETERS,
  OPERATION_LEVELS,
  WORD_EVIDENCE,
  type WordPlace,
} from './risk-evidence.ts';
import { type SchemaSurvey, surveySchema } from './schema-survey.ts';
import { highestRisk, type RiskLevel } from './vocabulary.ts';
import { wordsOf } from './words.ts';

export interface RiskReason {
  readonly level: RiskLevel;
  readonly pointer: string;
  readonly message: string;
}

/** How dangerous a tool looks, and why. Reasons only ever raise the level: no claim of a server lowers it. */
export interface RiskAssessment {
  readonly level: RiskLevel;
  readonly reasons: readonly RiskReason[];
}

/** What is known of a tool, whichever format it came in; `at` says where each thing stands. */
export interface RiskSubject {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly survey: SchemaSurvey;
  readonly capabilities?: readonly string[];
  readonly metadata?: ToolMetadata;
  readonly at: { readonly tool: string; readonly metadata: string };
}

/** The risk of an MCP tool or a tool document, whether or not it is valid. */
export function assessRisk(tool: JsonObject): RiskAssessment {
  const described = member(tool, 'tool');
  return assessSubject(isJsonObject(described) ? subjectOfDescribed(described) : subjectOfMcp(tool));
}

export function assessSubject(subject: RiskSubject): RiskAssessment {
  const reasons = [
    ...wordReasons(subject.name, 'name', `${subject.at.tool}/name`),
    ...wordReasons(subject.title ?? '', 'text', `${subject.at.tool}/title`),
    ...wordReasons(subject.description ?? '', 'text', `${subject.at.tool}/description`),
    ...parameterReasons(subject.survey),
    ...capabilityReasons(subject),
    ...behaviorReasons(subject),
  ];
  return { level: highestRisk(reasons.map(reason => reason.level)), reasons };
}

function subjectOfMcp(tool: JsonObject): RiskSubject {
  const found = metadataOfMcpTool(tool);
  return {
    ...textsOf(tool),
    survey: surveySchema(member(tool, 'inputSchema'), '/inputSchema'),
    ...(found === undefined ? {} : { metadata: found.metadata }),
    at: { tool: '', metadata: found?.pointer ?? '' },
  };
}

function subjectOfDescribed(tool: JsonObject): RiskSubject {
  const metadata = member(tool, 'metadata');
  const capabilities = member(tool, 'capabilities');
  return {
    ...textsOf(tool),
    survey: surveySchema(member(tool, 'parameters'), '/tool/parameters'),
    ...(Array.isArray(capabilities) ? { capabilities: capabilities.filter(isString) } : {}),
    ...(isJsonObject(metadata) ? { metadata: toMetadata(metadata) } : {}),
    at: { tool: '/tool', metadata: '/tool/metadata' },
  };
}

function textsOf(tool: JsonObject): Pick<RiskSubject, 'name' | 'title' | 'description'> {
  const text = (key: string): string => {
    const value = member(tool, key);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), title: text('title'), description: text('description') };
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

const EVIDENCE_BY_WORD = new Map<string, (typeof WORD_EVIDENCE)[number][]>();
for (const evidence of WORD_EVIDENCE) {
  for (const word of evidence.words) {
    EVIDENCE_BY_WORD.set(word, [...(EVIDENCE_BY_WORD.get(word) ?? []), evidence]);
  }
}

function wordReasons(text: string, place: WordPlace, pointer: string): RiskReason[] {
  const reasons: RiskReason[] = [];
  const seen = new Set<string>();
  for (const word of wordsOf(text)) {
    const evidences = EVIDENCE_BY_WORD.get(word);
    if (evidences === undefined || seen.has(word)) continue;
    seen.add(word);
    for (const { levels, why } of evidences) {
      const level = levels[place];
      if (level !== undefined) reasons.push({ level, pointer, message: `"${word}": ${why}.` });
    }
  }
  return reasons;
}

/** Parameter names at any depth, and the choices an enum offers: a tool with `action: delete` deletes. */
function parameterReasons({ names, choices }: SchemaSurvey): RiskReason[] {
  const reasons: RiskReason[] = [];
  for (const { text, pointer } of names) {
    if (CODE_PARAMETERS.has(text.toLowerCase())) {
      reasons.push({ level: 'high', pointer, message: `${quoteInert(text)}: takes code to run.` });
    }
    reasons.push(...wordReasons(text, 'parameter', pointer));
  }
  for (const { text, pointer } of choices) reasons.push(...wordReasons(text, 'choice', pointer));
  return reasons;
}

function capabilityReasons({ capabilities = [], at }: RiskSubject): RiskReason[] {
  return capabilities.flatMap((capability, index) => {
    if (!Object.hasOwn(CAPABILITY_LEVELS, capability)) return [];
    const level = CAPABILITY_LEVELS[capability as keyof typeof CAPABILITY_LEVELS];
    return [
      { level, pointer: `${at.tool}/capabilities/${index}`, message: `The capability ${capability} is declared.` },
    ];
  });
}

function behaviorReasons({ metadata, at }: RiskSubject): RiskReason[] {
  const { operations = [], ...declared } = metadata?.behavior ?? {};
  const flags = effectiveFlags(declared);
  const reasons: RiskReason[] = operations.map((operation, index) => ({
    level: OPERATION_LEVELS[operation] ?? 'high',
    pointer: `${at.metadata}/behavior/operations/${index}`,
    message: `The operation ${quoteInert(String(operation))} is declared.`,
  }));
  // What MCP assumes of a silent tool is the policy's worst case; as evidence only a declared flag counts.
  if (flags.destructive.declared && flags.destructive.value && !flags.read_only.value) {
    reasons.push({ level: 'high', pointer: at.metadata, message: 'The tool declares itself destructive.' });
  }
  if (flags.read_only.declared && !flags.read_only.value) {
    reasons.push({ level: 'medium', pointer: at.metadata, message: 'The tool declares that it changes something.' });
  }
  return reasons;
}
