import { child, type Json, ToolmarkError } from '../../base/index.ts';
import type { Run, SchemaNode } from './schema-node.ts';
import { addSeen, seenNothing } from './seen.ts';

const MAX_VIOLATIONS = 100;
/** Needs less than half of the JavaScript stack. */
const MAX_DEPTH = 500;
/** Subschemas nest at most 64 deep, so a longer chain on one value means circular references. */
const MAX_CHAIN = 256;

/** Applies a subschema to the same value; what it evaluates counts for the parent too. */
export function evaluate(node: SchemaNode, instance: Json, run: Run): boolean {
  enter(node, run);
  const { seen, scope } = run;
  if (scope?.resource !== node.resource) run.scope = { resource: node.resource, outer: scope };
  const valid = typeof node.schema === 'boolean' ? judgeFlag(node, run) : judge(node, instance, run);
  // Evaluations of a failed subschema do not count.
  if (valid && seen !== undefined && run.seen !== undefined && run.seen !== seen) {
    spend(run, addSeen(seen, run.seen) >> 2);
  }
  run.seen = seen;
  run.scope = scope;
  run.depth--;
  run.chain--;
  return valid;
}

/** Applies a subschema to a member or item. */
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

/** Evaluates without reporting violations. */
export function quietly(run: Run, ask: () => boolean): boolean {
  const { violations } = run;
  run.violations = undefined;
  const answer = ask();
  run.violations = violations;
  return answer;
}

/** Continues after a failure only to collect more violations. */
export function judgeEach<Item>(items: Iterable<Item>, run: Run, judge: (item: Item) => boolean): boolean {
  let valid = true;
  for (const item of items) {
    if (judge(item)) continue;
    valid = false;
    if (!wantsReasons(run)) break;
  }
  return valid;
}

/** Whether more violations are collected. */
export function wantsReasons({ violations }: Run): boolean {
  return violations !== undefined && violations.length < MAX_VIOLATIONS;
}

/** Counts all work that grows with the input, to stop costly schemas and instances. */
export function spend(run: Run, steps: number): void {
  run.stepsLeft -= steps;
  if (run.stepsLeft < 0) {
    throw new ToolmarkError('schema.too-costly', 'Validation exceeds the step limit. Simplify the schema.');
  }
}

function enter(node: SchemaNode, run: Run): void {
  spend(run, 1);
  run.depth++;
  run.chain++;
  if (run.chain > MAX_CHAIN) {
    const message = `Circular references: more than ${MAX_CHAIN} in a row apply to the same value.`;
    throw new ToolmarkError('schema.endless-ref', message, { pointer: node.pointer });
  }
  if (run.depth > MAX_DEPTH) {
    const message = `Validation exceeds ${MAX_DEPTH} nested subschemas. Flatten the schema.`;
    throw new ToolmarkError('schema.too-deep', message, { pointer: node.pointer });
  }
}

function judge(node: SchemaNode, instance: Json, run: Run): boolean {
  node.checks ??= run.checksOf(node);
  const { checks } = node;
  spend(run, checks.length >> 3);
  if (run.seen !== undefined || checks.at(-1)?.looksBack === true) run.seen = seenNothing();
  let valid = true;
  // A plain loop: each function call between two levels costs stack.
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
  violate(run, node, undefined, 'No value is allowed here.');
  return false;
}

/** The schema `false` has no keyword. */
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
