import type { Json } from '../../base/index.ts';
import { evaluateBelow, judgeEach, quietly, spend, wantsReasons } from './evaluate.ts';
import { isJsonList } from './json-list.ts';
import { listOf, type MakeCheck, numberOf } from './make-check.ts';
import type { Run, SchemaNode } from './schema-node.ts';

/** Keywords that apply subschemas to the items of an array. */
export const TO_ITEMS: Readonly<Record<string, MakeCheck>> = {
  prefixItems: (value, site) => oneByOne(listOf(value).map((_, index) => site.below('prefixItems', index))),
  items: (value, site) => {
    // In draft-07 a list of items is what `prefixItems` is in 2020-12.
    if (isJsonList(value)) return oneByOne(value.map((_, index) => site.below('items', index)));
    return theRest(site.below('items'), listOf(site.sibling('prefixItems') ?? []).length);
  },
  additionalItems: (_value, site) => {
    const before = site.sibling('items') ?? true;
    if (!isJsonList(before)) return { holds: () => true };
    return theRest(site.below('additionalItems'), before.length);
  },
  contains: (_value, site) => {
    const node = site.below('contains');
    const min = numberOf(site.sibling('minContains') ?? 1);
    const max = numberOf(site.sibling('maxContains') ?? Number.POSITIVE_INFINITY);
    return {
      holds: (instance, run) => {
        if (!isJsonList(instance)) return true;
        const count = countContained(node, instance, run);
        return count >= min && count <= max;
      },
      demand: () =>
        `The array must contain at least ${min}${max === Number.POSITIVE_INFINITY ? '' : ` and at most ${max}`} matching items.`,
    };
  },
};

/** Applies to items that no other keyword has evaluated. */
export const TO_UNSEEN_ITEMS: Readonly<Record<string, MakeCheck>> = {
  unevaluatedItems: (_value, site) => {
    const node = site.below('unevaluatedItems');
    return {
      looksBack: true,
      holds: (instance, run) => {
        if (!isJsonList(instance)) return true;
        // `contains` may have evaluated single items further on.
        return judgeFrom(run.seen?.itemsBelow ?? 0, run.seen?.items ?? NONE, node, instance, run);
      },
    };
  },
};

function oneByOne(nodes: readonly SchemaNode[]): ReturnType<MakeCheck> {
  return {
    holds: (instance, run) => {
      if (!isJsonList(instance)) return true;
      if (run.seen !== undefined) run.seen.itemsBelow = Math.max(run.seen.itemsBelow, nodes.length);
      return judgeEach(nodes.slice(0, instance.length).entries(), run, ([index, node]) => {
        return evaluateBelow(node, index, instance[index] ?? null, run);
      });
    },
  };
}

function theRest(node: SchemaNode, start: number): ReturnType<MakeCheck> {
  return { holds: (instance, run) => !isJsonList(instance) || judgeFrom(start, NONE, node, instance, run) };
}

const NONE: ReadonlySet<number> = new Set();

/** Evaluates all items from `start` on. */
function judgeFrom(
  start: number,
  except: ReadonlySet<number>,
  node: SchemaNode,
  list: readonly Json[],
  run: Run,
): boolean {
  let valid = true;
  for (let index = start; index < list.length && (valid || wantsReasons(run)); index++) {
    if (except.has(index)) continue;
    if (!evaluateBelow(node, index, list[index] ?? null, run)) valid = false;
  }
  if (run.seen !== undefined) run.seen.itemsBelow = Number.POSITIVE_INFINITY;
  return valid;
}

function countContained(node: SchemaNode, list: readonly Json[], run: Run): number {
  let count = 0;
  spend(run, list.length >> 3);
  for (let index = 0; index < list.length; index++) {
    if (!quietly(run, () => evaluateBelow(node, index, list[index] ?? null, run))) continue;
    count++;
    run.seen?.items.add(index);
  }
  return count;
}
