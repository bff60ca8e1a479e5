import { isJsonObject, type Json, quoteInert, ToolmarkError } from '../../base/index.ts';
import { requireTogether } from './assertions.ts';
import { evaluate, judgeEach, quietly, spend } from './evaluate.ts';
import { isJsonList } from './json-list.ts';
import { listOf, type MakeCheck, namesOf, objectOf, type Site, textOf } from './make-check.ts';
import type { Check, Run, SchemaNode, Scope } from './schema-node.ts';
import { decodeFragment, splitFragment } from './uri.ts';

/** Keywords that apply subschemas to the same value. */
export const IN_PLACE: Readonly<Record<string, MakeCheck>> = {
  $ref: (value, site) => {
    const target = site.follow(textOf(value));
    return { holds: (instance, run) => evaluate(target, instance, run) };
  },
  $dynamicRef: (value, site) => {
    const target = site.follow(textOf(value));
    const name = dynamicNameOf(target, textOf(value));
    if (name === undefined) return { holds: (instance, run) => evaluate(target, instance, run) };
    return { holds: (instance, run) => evaluate(findOutermost(name, run) ?? target, instance, run) };
  },
  allOf: (value, site) => {
    const nodes = alternatives('allOf', value, site);
    return { holds: (instance, run) => judgeEach(nodes, run, node => evaluate(node, instance, run)) };
  },
  anyOf: (value, site) => {
    const nodes = alternatives('anyOf', value, site);
    return {
      // `unevaluated…` needs the annotations of every matching alternative.
      holds: (instance, run) => countFits(nodes, instance, run, run.seen === undefined ? 1 : nodes.length) > 0,
      demand: () => `Matches none of the ${nodes.length} alternatives.`,
    };
  },
  oneOf: (value, site) => {
    const nodes = alternatives('oneOf', value, site);
    return {
      holds: (instance, run) => countFits(nodes, instance, run, 2) === 1,
      demand: () => `Must match exactly one of the ${nodes.length} alternatives.`,
    };
  },
  not: (_value, site) => {
    const node = site.below('not');
    return { holds: (instance, run) => !fitsUnseen(node, instance, run), demand: () => 'Matches the excluded schema.' };
  },
  if: (_value, site) => {
    const condition = site.below('if');
    const yes = site.sibling('then') === undefined ? undefined : site.below('then');
    const no = site.sibling('else') === undefined ? undefined : site.below('else');
    return {
      holds: (instance, run) => {
        const branch = quietly(run, () => evaluate(condition, instance, run)) ? yes : no;
        return branch === undefined || evaluate(branch, instance, run);
      },
    };
  },
  dependentSchemas: (value, site) => applyWherePresent('dependentSchemas', Object.keys(objectOf(value)), site),
  dependencies: (value, site) => {
    const entries = Object.entries(objectOf(value));
    const names = requireTogether(entries.flatMap(([name, list]) => (isJsonList(list) ? [[name, namesOf(list)]] : [])));
    const schemas = applyWherePresent(
      'dependencies',
      entries.flatMap(([name, schema]) => (isJsonList(schema) ? [] : [name])),
      site,
    );
    return { ...names, holds: (instance, run) => names.holds(instance, run) && schemas.holds(instance, run) };
  },
};

/** The anchor of a `$dynamicRef`, if its initial target declares it as dynamic. */
function dynamicNameOf(target: SchemaNode, reference: string): string | undefined {
  const name = decodeFragment(splitFragment(reference).fragment) ?? '';
  return target.resource.dynamicAnchors.get(name) === target ? name : undefined;
}

function findOutermost(name: string, run: Run): SchemaNode | undefined {
  let found: SchemaNode | undefined;
  let length = 0;
  for (let scope: Scope | undefined = run.scope; scope !== undefined; scope = scope.outer, length++) {
    const node = scope.resource.dynamicAnchors.get(name);
    if (node === 'ambiguous')
      throw new ToolmarkError('schema.malformed', `Two subschemas have the anchor ${quoteInert(name)}.`);
    found = node ?? found;
  }
  spend(run, length >> 3);
  return found;
}

function alternatives(keyword: string, value: Json, site: Site): SchemaNode[] {
  return listOf(value).map((_, index) => site.below(keyword, index));
}

function countFits(nodes: readonly SchemaNode[], instance: Json, run: Run, enough: number): number {
  let count = 0;
  for (const node of nodes) {
    if (quietly(run, () => evaluate(node, instance, run))) count++;
    if (count >= enough) break;
  }
  return count;
}

function fitsUnseen(node: SchemaNode, instance: Json, run: Run): boolean {
  const { seen } = run;
  run.seen = undefined;
  const fits = quietly(run, () => evaluate(node, instance, run));
  run.seen = seen;
  return fits;
}

function applyWherePresent(keyword: string, names: readonly string[], site: Site): Pick<Check, 'holds'> {
  const rules = names.map(name => ({ name, node: site.below(keyword, name) }));
  return {
    holds: (instance, run) => {
      if (!isJsonObject(instance)) return true;
      spend(run, rules.length >> 3);
      const applying = rules.filter(({ name }) => Object.hasOwn(instance, name));
      return judgeEach(applying, run, ({ node }) => evaluate(node, instance, run));
    },
  };
}
