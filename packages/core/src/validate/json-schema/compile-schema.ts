import { isJsonObject, type Json, ToolmarkError } from '../../base/index.ts';
import { type CheckSchemaOptions, checkSchema } from './check-schema.ts';
import { checkMaker, siteFinder } from './checks.ts';
import { DRAFT_2020_12 } from './dialect.ts';
import { evaluate } from './evaluate.ts';
import { findExcess } from './excess.ts';
import { type Filled, fillDefaults, type Wanted } from './fill-defaults.ts';
import { openLibrary } from './library.ts';
import { SCHEMA_LIMITS } from './limits.ts';
import type { Check, Run, SchemaNode, SchemaViolation } from './schema-node.ts';
import { Subschemas } from './subschemas.ts';

export interface CompileSchemaOptions extends Omit<CheckSchemaOptions, 'at'> {
  /** The step limit of one validation. */
  readonly maxSteps?: number;
}

export type SchemaVerdict =
  | { readonly valid: true }
  | { readonly valid: false; readonly errors: readonly SchemaViolation[] };

export interface SchemaValidator {
  /** Throws a ToolmarkError if the validation exceeds a limit. */
  validate(instance: Json): SchemaVerdict;
  /** The instance with missing defaults added. Throws as `validate` does. */
  withDefaults(instance: Json, wanted: Wanted): Filled;
}

const DEFAULT_MAX_STEPS = 1_000_000;

/** A validator for an untrusted schema, which is interpreted and never compiled to code. Throws if `checkSchema` has findings. */
export function compileSchema(schema: Json, options: CompileSchemaOptions = {}): SchemaValidator {
  const { dialect = DRAFT_2020_12, uri = '', remotes } = options;
  refuseFaulty(schema, options);
  const admit = (remote: Json, remoteUri: string): void => refuseFaulty(remote, { ...options, uri: remoteUri });
  const library = openLibrary(schema, { uri, dialect, remotes, admit });
  const siteOf = siteFinder(library);
  const checksOf = checkMaker(siteOf);
  const root = library.root.nodes.get('');
  if (root === undefined) throw new ToolmarkError('schema.malformed', 'The schema has no root.');
  const newRun = (): Run => makeRun(options.maxSteps ?? DEFAULT_MAX_STEPS, checksOf);
  const hasDefaults = [...library.root.nodes.values()].some(isWithDefault);
  const subschemas = new Subschemas(siteOf);
  return {
    validate: instance => validate(root, instance, newRun()),
    withDefaults: (instance, wanted) => {
      if (!hasDefaults) return { value: instance, uncertain: [] };
      refuseExcess(instance);
      return fillDefaults(root, instance, { wanted, subschemas, run: newRun() });
    },
  };
}

function isWithDefault({ schema }: SchemaNode): boolean {
  return isJsonObject(schema) && Object.hasOwn(schema, 'default');
}

function refuseFaulty(schema: Json, options: CompileSchemaOptions): void {
  const findings = checkSchema(schema, { ...options, at: options.uri === undefined ? '' : `${options.uri}#` });
  const [first] = findings;
  if (first === undefined) return;
  const message = `Invalid schema: ${first.message}`;
  throw new ToolmarkError('schema.malformed', message, { pointer: first.pointer, findings });
}

function validate(root: SchemaNode, instance: Json, run: Run): SchemaVerdict {
  refuseExcess(instance);
  const violations: SchemaViolation[] = [];
  run.violations = violations;
  return evaluate(root, instance, run) ? { valid: true } : { valid: false, errors: violations };
}

function refuseExcess(instance: Json): void {
  const excess = findExcess(instance, { maxBytes: Number.POSITIVE_INFINITY, maxNesting: SCHEMA_LIMITS.maxNesting });
  if (excess !== undefined)
    throw new ToolmarkError('schema.instance-excess', `The value ${excess}. It was not validated.`);
}

function makeRun(stepsLeft: number, checksOf: (node: SchemaNode) => readonly Check[]): Run {
  return {
    stepsLeft,
    depth: 0,
    chain: 0,
    path: [],
    violations: undefined,
    seen: undefined,
    scope: undefined,
    checksOf,
  };
}
