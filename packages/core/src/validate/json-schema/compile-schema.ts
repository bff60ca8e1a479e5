import { isJsonObject, type Json, ToolmarkError } from '../../base/index.ts';
import { type CheckSchemaOptions, checkSchema } from './check-schema.ts';
import { checkMaker, siteFinder } from './checks.ts';
import { DRAFT_2020_12 } from './dialect.ts';
import type { SchemaNode } from './document.ts';
import { type Check, evaluate, type Run, type SchemaViolation } from './evaluate.ts';
import { findExcess } from './excess.ts';
import { type Filled, fillDefaults, type Wanted } from './fill-defaults.ts';
import { openLibrary } from './library.ts';
import { SCHEMA_LIMITS } from './limits.ts';
import { Subschemas } from './subschemas.ts';

export interface CompileSchemaOptions extends Omit<CheckSchemaOptions, 'at'> {
  /** How many subschemas one validation may evaluate, other work that grows with the input included. */
  readonly maxSteps?: number;
}

export type SchemaVerdict =
  | { readonly valid: true }
  | { readonly valid: false; readonly errors: readonly SchemaViolation[] };

export interface SchemaValidator {
  /** Throws a ToolmarkError where the work has no bound or too high a one: that is not a verdict. */
  validate(instance: Json): SchemaVerdict;
  /** The instance with missing members that have a default. Throws as `validate` does. */
  withDefaults(instance: Json, wanted: Wanted): Filled;
}

const DEFAULT_MAX_STEPS = 1_000_000;

/**
 * A validator for a schema that nobody has to trust: it is interpreted, never turned into code, and can change
 * nothing outside itself. What `checkSchema` finds wrong is refused.
 */
export function compileSchema(schema: Json, options: CompileSchemaOptions = {}): SchemaValidator {
  const { dialect = DRAFT_2020_12, uri = '', remotes } = options;
  refuseFaulty(schema, options);
  const admit = (remote: Json, remoteUri: string): void => refuseFaulty(remote, { ...options, uri: remoteUri });
  const library = openLibrary(schema, { uri, dialect, remotes, admit });
  const siteOf = siteFinder(library);
  const checksOf = checkMaker(siteOf);
  const root = library.root.nodes.get('');
  if (root === undefined) throw new ToolmarkError('schema.malformed', 'The schema has no top.');
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
  const message = `The schema can not be used: ${first.message} Check it to see all that is wrong.`;
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
  if (excess !== undefined) throw new ToolmarkError('schema.instance-excess', `The value ${excess}. It is not judged.`);
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
