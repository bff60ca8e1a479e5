import { child, type Finding, isJsonObject, type Json, type JsonObject, member, quoteInert } from '../../base/index.ts';
import { PatternCheck } from './check-pattern.ts';
import { checkReferences } from './check-references.ts';
import { type Dialect, DRAFT_2020_12, findDialect, type Remotes } from './dialect.ts';
import { findExcess } from './excess.ts';
import type { Keyword } from './keywords.ts';
import { openLibrary } from './library.ts';
import { SCHEMA_LIMITS, type SchemaLimits } from './limits.ts';
import { isMap } from './shapes.ts';
import { findOwnId, type Place, pointerOf, walkSchema } from './walk.ts';

export interface CheckSchemaOptions {
  /** Pointer to the schema in the input, for the findings. */
  readonly at: string;
  readonly limits?: Partial<SchemaLimits>;
  /** Base URI of the schema. */
  readonly uri?: string;
  /** Documents the schema may refer to. Nothing is ever fetched. */
  readonly remotes?: Remotes;
  /** For a schema without `$schema`; default 2020-12. */
  readonly dialect?: Dialect;
}

/** The state of one check. */
interface Survey {
  readonly options: CheckSchemaOptions;
  readonly limits: SchemaLimits;
  readonly findings: Finding[];
  readonly references: Place[];
  readonly patterns: PatternCheck;
  subschemas: number;
  isWithinLimits: boolean;
}

/** Returns all findings of an untrusted schema. Never throws, never fetches. */
export function checkSchema(schema: Json, options: CheckSchemaOptions): Finding[] {
  const limits = { ...SCHEMA_LIMITS, ...options.limits };
  const survey: Survey = {
    options,
    limits,
    findings: [],
    references: [],
    patterns: new PatternCheck(limits),
    subschemas: 0,
    isWithinLimits: true,
  };
  const excess = findExcess(schema, limits);
  if (excess !== undefined) {
    report(survey, 'limits', '', `The schema ${excess}. Simplify it.`);
    return survey.findings;
  }
  const { dialect = DRAFT_2020_12, uri = '', remotes } = options;
  walkSchema(schema, dialect, place => visit(place, survey), remotes);
  if (survey.references.length > 0 && survey.isWithinLimits) {
    const library = openLibrary(schema, { uri, dialect, remotes });
    checkReferences(library, survey.references, (place, code, keyword, message) => {
      report(survey, code, child(pointerOf(place), keyword), message);
    });
  }
  return survey.findings;
}

function visit(place: Place, survey: Survey): boolean {
  if (!isWithinLimits(place, survey)) return false;
  const { schema } = place;
  if (typeof schema === 'boolean') return true;
  if (!isJsonObject(schema)) {
    report(survey, 'keyword', pointerOf(place), 'A schema must be an object, true or false.');
    return false;
  }
  // The keywords of an unknown dialect cannot be checked.
  if (Object.hasOwn(schema, '$schema') && !isDialectKnown(place, schema, survey)) return false;
  for (const name of Object.keys(schema)) {
    const keyword = place.dialect.keywords.get(name);
    if (keyword !== undefined) checkKeyword(place, keyword, schema[name] ?? null, survey);
  }
  return true;
}

function isWithinLimits(place: Place, survey: Survey): boolean {
  const { limits } = survey;
  survey.subschemas++;
  if (survey.subschemas > limits.maxSubschemas) {
    const message = `The schema has more than ${limits.maxSubschemas} subschemas. Simplify it.`;
    if (survey.subschemas === limits.maxSubschemas + 1) exceed(survey, '', message);
    return false;
  }
  if (place.depth <= limits.maxDepth) return true;
  exceed(survey, pointerOf(place), `Subschemas are nested more than ${limits.maxDepth} deep. Flatten the schema.`);
  return false;
}

function isDialectKnown(place: Place, schema: JsonObject, survey: Survey): boolean {
  const named = member(schema, '$schema');
  if (typeof named !== 'string') return true;
  const dialect = findDialect(named, survey.options.remotes);
  const pointer = child(pointerOf(place), '$schema');
  if (dialect === undefined) {
    const message = `The dialect ${quoteInert(named)} is unknown. Use JSON Schema 2020-12 or draft-07.`;
    report(survey, 'dialect', pointer, message);
    return false;
  }
  const mayName = place.parent === undefined || findOwnId(schema, place.dialect) !== undefined;
  if (mayName || dialect.name === place.dialect.name) return true;
  report(
    survey,
    'dialect',
    pointer,
    'A subschema without "$id" cannot change the dialect. Add "$id", or remove "$schema".',
  );
  return false;
}

function checkKeyword(place: Place, keyword: Keyword, value: Json, survey: Survey): void {
  const { name, shape } = keyword;
  if (!shape.accepts(value)) {
    report(survey, 'keyword', child(pointerOf(place), name), `The value of "${name}" must be ${shape.demand}.`);
    return;
  }
  if (shape.role !== 'none') checkText(place, keyword, value, survey);
  else if (isMap(shape) && isJsonObject(value)) checkMap(place, name, value, survey);
}

function checkText(place: Place, { name, shape }: Keyword, value: Json, survey: Survey): void {
  if (typeof value !== 'string') return;
  const pointer = (): string => child(pointerOf(place), name);
  if (shape.role === 'pattern') {
    checkPattern(value, pointer, survey);
    return;
  }
  if (shape.role === 'reference') survey.references.push(place);
  const { maxUriLength } = survey.limits;
  if (value.length <= maxUriLength) return;
  exceed(survey, pointer(), `"${name}" is longer than ${maxUriLength} characters. Shorten it.`);
}

function checkMap(place: Place, name: string, value: JsonObject, survey: Survey): void {
  const { maxProperties } = survey.limits;
  const names = Object.keys(value);
  const pointer = (): string => child(pointerOf(place), name);
  if (names.length > maxProperties) {
    exceed(survey, pointer(), `"${name}" has more than ${maxProperties} members. Use fewer.`);
  }
  if (name !== 'patternProperties') return;
  for (const pattern of names) checkPattern(pattern, () => child(pointer(), pattern), survey);
}

function checkPattern(pattern: string, pointer: () => string, survey: Survey): void {
  const fault = survey.patterns.findFault(pattern);
  if (fault !== undefined) report(survey, fault.code, pointer(), fault.message);
}

function exceed(survey: Survey, pointer: string, message: string): void {
  survey.isWithinLimits = false;
  report(survey, 'limits', pointer, message);
}

function report(survey: Survey, code: string, pointer: string, message: string): void {
  const { at } = survey.options;
  survey.findings.push({ code: `semantic.parameter-${code}`, severity: 'error', pointer: at + pointer, message });
}
