import { child, type Json, ToolmarkError } from '../../base/index.ts';
import type { SchemaNode, SchemaResource } from './document.ts';
import { addSeen, type Seen, seenNothing } from './seen.ts';

/** One keyword of one subschema, ready to judge. */
export interface Check {
  readonly keyword: string;
  readonly holds: (instance: Json, run: Run) => boolean;
  /** What the keyword asks of the value, said when it fails; nothing where the subschemas below it have said it. */
  readonly demand?: (instance: Json) => string | undefined;
  /** Whether it asks what the other keywords have looked at. */
  readonly looksBack?: boolean;
}

export interface SchemaViolation {
  readonly instancePointer: string;
  /** Within the schema; behind `uri#` where the keyword stands in another document. */
  readonly schemaPointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** The state of one validation. Each starts with a fresh one: nothing survives from instance to instance. */
export interface Run {
  stepsLeft: number;
  /** Subschemas under evaluation, and those of them that judge the very same value. */
  depth: number;
  chain: number;
  readonly path: (string | number)[];
  /** Absent where a failure is no failure of the whole, as below `not`. */
  violations: SchemaViolation[] | undefined;
  /** Absent where nobody above asks. */
  seen: Seen | undefined;
  /** The resources entered so far, the innermost first: the dynamic scope. */
  scope: Scope | undefined;
  readonly checksOf: (node: SchemaNode) => readonly Check[];
}

export interface Scope {
  readonly resource: SchemaResource;
  readonly outer: Scope | undefined;
}

const MAX_VIOLATIONS = 100;
/** Measured to fit into half of the JavaScript stack: the caller has used some of it already. */
const MAX_DEPTH = 500;
/** Subschemas nest 64 deep, so a longer way without moving on in the instance goes from reference to reference. */
const MAX_CHAIN = 256;

/** Judges a value by a subschema, in place: what the subschema looks at counts as looked at by the one above. */
export function evaluate(node: SchemaNode, instance: Json, run: Run): boolean {
  enter(node, run);
  const { seen, scope } = run;
  if (scope?.resource !== node.resource) run.scope = { resource: node.resource, outer: scope };
  const valid = typeof node.schema === 'boolean' ? judgeFlag(node, run) : judge(node, instance, run);
  // What a failed subschema looked at does not count.
  if (valid && seen !== undefined && run.seen !== undefined && run.seen !== seen) {
    spend(run, addSeen(seen, run.seen) >> 2);
  }
  run.seen = seen;
  run.scope = scope;
  run.depth--;
  run.chain--;
  return valid;
}

/** Judges one member or item of the value at hand. */
export function evaluateBelow(node: SchemaNode, key: string | number, value: Json, run: Run): boolean {
  const { seen, chain } = run;
  run.seen = undefined;
  run.chain = 0;
  run.path.push(key);
  const valid = evaluate(node, value, run);
  run.path.pop();
  run.chain = chain;
  run.seen = seen;
  return valid;
}

/** Asks where a "no" is no failure of the whole: its reasons are not reported. */
export function quietly(run: Run, ask: () => boolean): boolean {
  const { violations } = run;
  run.violations = undefined;
  const answer = ask();
  run.violations = violations;
  return answer;
}

/** Goes on after a "no" as long as somebody collects the reasons. */
export function judgeEach<Item>(items: Iterable<Item>, run: Run, judge: (item: Item) => boolean): boolean {
  let valid = true;
  for (const item of items) {
    if (judge(item)) continue;
    valid = false;
    if (!wantsReasons(run)) break;
  }
  return valid;
}

/** Whether a further reason would still be heard. */
export function wantsReasons({ violations }: Run): boolean {
  return violations !== undefined && violations.length < MAX_VIOLATIONS;
}

/** Every amount of work that grows with the input is paid for here, so that no schema and instance can run on. */
export function spend(run: Run, steps: number): void {
  run.stepsLeft -= steps;
  if (run.stepsLeft < 0) {
    throw new ToolmarkError(
      'schema.too-costly',
      'Judging this value by this schema takes too many steps. Simplify the schema.',
    );
  }
}

function enter(node: SchemaNode, run: Run): void {
  spend(run, 1);
  run.depth++;
  run.chain++;
  if (run.chain > MAX_CHAIN) {
    const message = `The references lead on more than ${MAX_CHAIN} times without reaching into the value: they go in a circle. Break it.`;
    throw new ToolmarkError('schema.endless-ref', message, { pointer: node.pointer });
  }
  if (run.depth > MAX_DEPTH) {
    const message = `Judging this value needs more than ${MAX_DEPTH} subschemas inside each other. Make the schema flatter.`;
    throw new ToolmarkError('schema.too-deep', message, { pointer: node.pointer });
  }
}

function judge(node: SchemaNode, instance: Json, run: Run): boolean {
  node.checks ??= run.checksOf(node);
  const { checks } = node;
  spend(run, checks.length >> 3);
  if (run.seen !== undefined || checks.at(-1)?.looksBack === true) run.seen = seenNothing();
  let valid = true;
  // A plain loop: this is the innermost step, and each function between two levels costs stack.
  for (const check of checks) {
    if (check.holds(instance, run)) continue;
    valid = false;
    if (!wantsReasons(run)) break;
    const demand = check.demand?.(instance);
    if (demand !== undefined) violate(run, node, check.keyword, demand);
  }
  return valid;
}

function judgeFlag(node: SchemaNode, run: Run): boolean {
  if (node.schema === true) return true;
  violate(run, node, undefined, 'Nothing is allowed here.');
  return false;
}

/** The schema `false` has no keyword to blame. */
function violate(run: Run, node: SchemaNode, keyword: string | undefined, message: string): void {
  if (run.violations === undefined || !wantsReasons(run)) return;
  const { uri } = node.resource.document;
  const pointer = keyword === undefined ? node.pointer : child(node.pointer, keyword);
  run.violations.push({
    instancePointer: run.path.reduce<string>((above, key) => child(above, key), ''),
    schemaPointer: uri === '' ? pointer : `${uri}#${pointer}`,
    keyword: keyword ?? 'false',
    message,
  });
}
