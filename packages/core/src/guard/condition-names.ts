import { isJsonObject } from '../base/index.ts';

/** Names that the conditions of a policy use: of arguments, and of members inside them. */
export interface ConditionNames {
  readonly root: ReadonlySet<string>;
  readonly inner: ReadonlySet<string>;
}

/** Part of a parsed condition. */
export interface AstNode {
  readonly op: unknown;
  readonly args: unknown;
}

export const LOOPS: readonly string[] = ['all', 'exists', 'exists_one', 'filter', 'map'];

/**
 * The members that a condition uses by name. Where it can also reach members in another way (`args[k]`, a loop over
 * `args`, `args == {"path": …}`), every name and every text in it counts as used, at every place.
 */
export function conditionNames(ast: unknown): ConditionNames {
  const found: Found = { root: new Set(), inner: new Set(), texts: new Set(), isFree: false };
  walk(ast, found);
  if (!found.isFree) return found;
  const all = new Set([...found.root, ...found.inner, ...found.texts]);
  return { root: all, inner: all };
}

interface Found {
  readonly root: Set<string>;
  readonly inner: Set<string>;
  /** Texts in quotes, and those that the condition puts together from them. */
  readonly texts: Set<string>;
  isFree: boolean;
}

function walk(node: unknown, found: Found): void {
  if (Array.isArray(node)) for (const part of node) walk(part, found);
  if (!isNode(node)) return;
  const text = constantText(node);
  if (text !== undefined) found.texts.add(text);
  if (node.op === '.' || node.op === '[]' || node.op === 'in') noteAccess(node, found);
  if (node.op === 'map' || isLoopOverMembers(node)) found.isFree = true;
  walk(node.args, found);
}

/** `holder.name`, `holder["name"]` and `"name" in holder` use a member. */
function noteAccess({ op, args }: AstNode, found: Found): void {
  const [first, second] = Array.isArray(args) ? args : [];
  const [holder, asked] = op === 'in' ? [second, first] : [first, second];
  if (op === 'in' && (isOp(holder, 'list') || isPlace(holder, 'tool'))) return;
  const name = typeof asked === 'string' ? asked : constantText(asked);
  const isKnownPlace = isPlace(holder, 'args') || isPlace(holder, 'tool');
  if (!isKnownPlace || (name === undefined && !isOp(asked, 'value'))) found.isFree = true;
  if (name !== undefined) (isVariable(holder, 'args') ? found.root : found.inner).add(name);
}

/** A loop over constants or over facts of the tool does not reach argument names. */
function isLoopOverMembers({ op, args }: AstNode): boolean {
  if (op !== 'rcall' || !Array.isArray(args) || !LOOPS.includes(args[0])) return false;
  const over: unknown = args[1];
  if (isOp(over, 'list')) return !(Array.isArray(over.args) && over.args.every(item => isOp(item, 'value')));
  return !isPlace(over, 'tool');
}

/** The variable itself, or a member at any depth inside it. */
function isPlace(node: unknown, variable: string): boolean {
  if (isVariable(node, variable)) return true;
  return (isOp(node, '.') || isOp(node, '[]')) && Array.isArray(node.args) && isPlace(node.args[0], variable);
}

function isVariable(node: unknown, name: string): boolean {
  return isOp(node, 'id') && node.args === name;
}

/** A text in quotes, or several that are joined by `+`. */
function constantText(node: unknown): string | undefined {
  if (isOp(node, 'value')) return typeof node.args === 'string' ? node.args : undefined;
  if (!isOp(node, '+') || !Array.isArray(node.args)) return undefined;
  const [left, right] = node.args.map(constantText);
  return left === undefined || right === undefined ? undefined : left + right;
}

function isOp(node: unknown, op: string): node is AstNode {
  return isNode(node) && node.op === op;
}

export function isNode(value: unknown): value is AstNode {
  return isJsonObject(value) && 'op' in value;
}
