import { isJsonObject, type Json, type JsonObject, member, quoteInert } from '../base/index.ts';
import { flagsOfHints } from './hints.ts';
import { findInMeta } from './metadata.ts';
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

/** What is known of a tool, whichever format it came in; `at` gives the pointer of each. */
export interface RiskSubject {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly survey: SchemaSurvey;
  readonly capabilities?: readonly Json[];
  /** Every place where it declares its behaviour: a claim in one does not unsay a claim in another. */
  readonly behaviors?: readonly DeclaredBehavior[];
  readonly at: { readonly tool: string };
}

interface DeclaredBehavior {
  readonly behavior: JsonObject;
  readonly pointer: string;
}

/** The risk of an MCP tool or a tool document, whether or not it is valid. */
export function assessRisk(tool: JsonObject): RiskAssessment {
  const described = member(tool, 'tool');
  // An MCP tool may carry an unknown member `tool`: taken for a document alone, it would hide all that it really does.
  const subjects = [subjectOfMcp(tool), ...(isJsonObject(described) ? [subjectOfDescribed(described)] : [])];
  const reasons = subjects.flatMap(subject => assessSubject(subject).reasons);
  return { level: highestRisk(reasons.map(reason => reason.level)), reasons };
}

export function assessSubject(subject: RiskSubject): RiskAssessment {
  const reasons = [
    ...wordReasons(subject.name, 'name', `${subject.at.tool}/name`),
    ...wordReasons(subject.title ?? '', 'text', `${subject.at.tool}/title`),
    ...wordReasons(subject.description ?? '', 'text', `${subject.at.tool}/description`),
    ...parameterReasons(subject.survey),
    ...capabilityReasons(subject),
    ...(subject.behaviors ?? []).flatMap(behaviorReasons),
  ];
  return { level: highestRisk(reasons.map(reason => reason.level)), reasons };
}

function subjectOfMcp(tool: JsonObject): RiskSubject {
  const inMeta = findInMeta(tool);
  const annotations = member(tool, 'annotations');
  return {
    ...textsOf(tool),
    survey: surveySchema(member(tool, 'inputSchema'), '/inputSchema'),
    behaviors: [
      ...(inMeta === undefined ? [] : behaviorOf(inMeta.value, inMeta.pointer)),
      ...(isJsonObject(annotations) ? [{ behavior: flagsOfHints(annotations), pointer: '/annotations' }] : []),
    ],
    at: { tool: '' },
  };
}

function subjectOfDescribed(tool: JsonObject): RiskSubject {
  const metadata = member(tool, 'metadata');
  const capabilities = member(tool, 'capabilities');
  return {
    ...textsOf(tool),
    survey: surveySchema(member(tool, 'parameters'), '/tool/parameters'),
    ...(Array.isArray(capabilities) ? { capabilities } : {}),
    behaviors: isJsonObject(metadata) ? behaviorOf(metadata, '/tool/metadata') : [],
    at: { tool: '/tool' },
  };
}

function behaviorOf(metadata: JsonObject, pointer: string): DeclaredBehavior[] {
  const behavior = member(metadata, 'behavior');
  return isJsonObject(behavior) ? [{ behavior, pointer: `${pointer}/behavior` }] : [];
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

/** Letters that every reason in a place has in them: cheap to look for, and most texts are done with that. */
const LETTERS_BY_PLACE: Readonly<Record<WordPlace, RegExp>> = {
  name: lettersOf('name'),
  text: lettersOf('text'),
  parameter: lettersOf('parameter'),
  choice: lettersOf('choice'),
};

function lettersOf(place: WordPlace): RegExp {
  const words = WORD_EVIDENCE.filter(({ levels }) => levels[place] !== undefined).flatMap(evidence => evidence.words);
  return new RegExp([...new Set(words)].join('|'), 'iu');
}

function wordReasons(text: string, place: WordPlace, pointer: string): RiskReason[] {
  if (!LETTERS_BY_PLACE[place].test(text)) return [];
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
    if (!isString(capability) || !Object.hasOwn(CAPABILITY_LEVELS, capability)) return [];
    const level = CAPABILITY_LEVELS[capability as keyof typeof CAPABILITY_LEVELS];
    return [
      { level, pointer: `${at.tool}/capabilities/${index}`, message: `The capability ${capability} is declared.` },
    ];
  });
}

/** What MCP assumes of a silent tool is the policy's worst case; as evidence only a declared flag counts. */
function behaviorReasons({ behavior, pointer }: DeclaredBehavior): RiskReason[] {
  const operations = member(behavior, 'operations');
  const reasons: RiskReason[] = (Array.isArray(operations) ? operations : []).map((operation, index) => ({
    level: operationLevel(operation),
    pointer: `${pointer}/operations/${index}`,
    message: `The operation ${isString(operation) ? quoteInert(operation) : 'here'} is declared.`,
  }));
  if (behavior.destructive === true) {
    reasons.push({ level: 'high', pointer, message: 'The tool declares itself destructive.' });
  }
  if (behavior.read_only === false) {
    reasons.push({ level: 'medium', pointer, message: 'The tool declares that it changes something.' });
  }
  return reasons;
}

function operationLevel(operation: Json): RiskLevel {
  const isKnown = isString(operation) && Object.hasOwn(OPERATION_LEVELS, operation);
  return isKnown ? OPERATION_LEVELS[operation as keyof typeof OPERATION_LEVELS] : 'high';
}
