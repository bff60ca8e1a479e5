import type { Finding, Json, Severity } from '../base/index.ts';
import { child, quoteInert } from '../base/index.ts';

interface ShapeError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly propertyName?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A JSON Schema compiled ahead of time. */
export interface ShapeValidator {
  (value: unknown): boolean;
  errors?: readonly ShapeError[] | null;
}

interface ShapeOptions {
  /** Pointer of the value in the whole input. */
  readonly at?: string;
  /** Schema 1.0 leaves its objects open, so there an unknown member is only worth a warning. */
  readonly unknownMembers?: Severity;
}

/** Every way in which a value does not have the shape, as `schema.*` findings. */
export function findShapeErrors(validator: ShapeValidator, value: Json, options: ShapeOptions = {}): Finding[] {
  if (validator(value)) return [];
  return (validator.errors ?? [])
    .filter(error => !SUMMARIES.has(error.keyword) && !error.schemaPath.includes('/anyOf/'))
    .map(error => toFinding(error, options.at ?? '', options.unknownMembers ?? 'error'));
}

/** Keywords that only repeat what the errors below them already say; for `anyOf` it is the other way round. */
const SUMMARIES = new Set(['propertyNames', 'if']);

function toFinding(error: ShapeError, at: string, unknownMembers: Severity): Finding {
  const [code, message] = describe(error);
  return {
    code: `schema.${code}`,
    severity: code === 'unknown-member' ? unknownMembers : 'error',
    pointer: at + placeOf(error),
    message,
  };
}

/** The pointer of an unknown member is its own; otherwise it is the validator's. */
function placeOf({ keyword, instancePath, params }: ShapeError): string {
  return keyword === 'additionalProperties' ? child(instancePath, String(params.additionalProperty)) : instancePath;
}

function describe({ keyword, params, propertyName, instancePath }: ShapeError): [code: string, message: string] {
  const named = propertyName === undefined ? 'This' : `The member name ${quoteInert(propertyName)}`;
  switch (keyword) {
    case 'type':
      return ['type', `Expected ${typeNames(params.type)} here.`];
    case 'required':
      return ['required', `The member ${quoteInert(String(params.missingProperty))} is missing.`];
    case 'additionalProperties':
      return ['unknown-member', `The member ${quoteInert(String(params.additionalProperty))} is not known here.`];
    case 'enum':
      return ['enum', `Expected one of ${(params.allowedValues as string[]).join(', ')}.`];
    case 'const':
      return ['const', `Expected ${JSON.stringify(params.allowedValue)} here.`];
    case 'pattern':
      return ['pattern', `${named} is not ${formOf(instancePath, params.pattern)}.`];
    case 'format':
      return ['format', `This is not a valid ${String(params.format)}.`];
    case 'minLength':
      return ['length', `Expected at least ${counted(params.limit, 'character')}.`];
    case 'maxLength':
      return ['length', `Expected at most ${counted(params.limit, 'character')}.`];
    case 'minItems':
      return ['items', `Expected at least ${counted(params.limit, 'item')}.`];
    case 'minimum':
      return ['length', `Expected at least ${String(params.limit)}.`];
    case 'uniqueItems':
      return ['duplicate-item', `Items ${String(params.j)} and ${String(params.i)} are the same.`];
    case 'not':
      return ['reserved-member', `${named} belongs elsewhere in the document and is not allowed here.`];
    case 'anyOf':
      return ['format', 'This is neither a host name nor "*".'];
    default:
      throw new Error(`No message is written for the schema keyword ${keyword}.`);
  }
}

/** Patterns that people meet often, in words. */
const FORMS: Readonly<Record<string, string>> = {
  name: 'a name of letters, digits, "_" and "-" (in schema 1.1 also ".")',
  version: 'a version such as 1.2.3',
  schema_version: 'a version such as 1.1',
};

function formOf(instancePath: string, pattern: unknown): string {
  if (/\/service_domains\/\d+$/.test(instancePath)) return DOMAIN_FORM;
  return FORMS[instancePath.slice(instancePath.lastIndexOf('/') + 1)] ?? `of the form ${String(pattern)}`;
}

const DOMAIN_FORM = 'a service domain in lower case, such as email; "toolmark help domains" lists them';

function counted(limit: unknown, noun: string): string {
  return `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;
}

function typeNames(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names
    .map(name => (/^[aio]/.test(String(name)) ? `an ${name}` : name === 'null' ? 'null' : `a ${name}`))
    .join(' or ');
}
