import type { Json } from '../../base/index.ts';
import type { SchemaNode } from './document.ts';
import { evaluateBelow, judgeEach, quietly, type Run, spend, wantsReasons } from './evaluate.ts';
import { isJsonList } from './json-list.ts';
import { listOf, type MakeCheck, numberOf } from './make-check.ts';

/** The keywords that judge the items of a list. */
export const TO_ITEMS: Readonly<Record<string, MakeCheck>> = {
  prefixItems: (value, site) => oneByOne(listOf(value).map((_, index) => site.below('prefixItems', index))),
  items: (value, site) => {
    // Draft-07 spells `prefixItems` as a list here.
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
        `This list must hold at least ${min}${max === Number.POSITIVE_INFINITY ? '' : ` and at most ${max}`} of the items asked for.`,
    };
  },
};

/** The last word on the items: of those that no keyword here or in place has looked at. */
export const TO_UNSEEN_ITEMS: Readonly<Record<string, MakeCheck>> = {
  unevaluatedItems: (_value, site) => {
    const node = site.below('unevaluatedItems');
    return {
      looksBack: true,
      holds: (instance, run) => {
        if (!isJsonList(instance)) return true;
        // `contains` may have looked at single items further on.
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

/** After it every item has been looked at, here or before. */
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
