import { isJsonObject, type JsonObject } from '../../base/index.ts';
import { matches } from './assertions.ts';
import { evaluateBelow, judgeEach, spend } from './evaluate.ts';
import { type MakeCheck, objectOf, type Site } from './make-check.ts';
import type { Run, SchemaNode } from './schema-node.ts';

/** Keywords that apply subschemas to the members of an object. */
export const TO_MEMBERS: Readonly<Record<string, MakeCheck>> = {
  properties: (value, site) => {
    const rules = Object.keys(objectOf(value)).map(name => ({ name, node: site.below('properties', name) }));
    return {
      holds: (instance, run) => {
        if (!isJsonObject(instance)) return true;
        spend(run, rules.length >> 3);
        return judgeEach(rules, run, ({ name, node }) => {
          return !Object.hasOwn(instance, name) || judgeMember(node, name, instance, run);
        });
      },
    };
  },
  patternProperties: (value, site) => {
    const rules = Object.keys(objectOf(value)).map(source => {
      return { pattern: site.pattern(source), node: site.below('patternProperties', source) };
    });
    const nodesFor = (name: string, run: Run): readonly SchemaNode[] =>
      rules.filter(({ pattern }) => matches(pattern, name, run)).map(({ node }) => node);
    return { holds: (instance, run) => judgeMembers(instance, run, rules.length, nodesFor) };
  },
  additionalProperties: (_value, site) => {
    const nodes = [site.below('additionalProperties')];
    const names = new Set(Object.keys(objectOf(site.sibling('properties') ?? {})));
    const patterns = Object.keys(objectOf(site.sibling('patternProperties') ?? {})).map(site.pattern);
    const nodesFor = (name: string, run: Run): readonly SchemaNode[] =>
      names.has(name) || patterns.some(pattern => matches(pattern, name, run)) ? [] : nodes;
    return { holds: judgingTheRest(nodesFor, patterns.length) };
  },
  propertyNames: (_value, site) => {
    const node = site.below('propertyNames');
    return {
      holds: (instance, run) =>
        !isJsonObject(instance) || judgeEach(Object.keys(instance), run, name => evaluateBelow(node, name, name, run)),
    };
  },
};

/** Applies to members that no other keyword has evaluated. */
export const TO_UNSEEN_MEMBERS: Readonly<Record<string, MakeCheck>> = {
  unevaluatedProperties: (_value: unknown, site: Site) => {
    const nodes = [site.below('unevaluatedProperties')];
    const nodesFor = (name: string, run: Run): readonly SchemaNode[] =>
      run.seen?.allMembers === true || run.seen?.members.has(name) === true ? [] : nodes;
    return { looksBack: true, holds: judgingTheRest(nodesFor, 0) };
  },
};

type NodesFor = (name: string, run: Run) => readonly SchemaNode[];

/** Evaluates all remaining members. */
function judgingTheRest(nodesFor: NodesFor, tests: number): ReturnType<MakeCheck>['holds'] {
  return (instance, run) => {
    const valid = judgeMembers(instance, run, tests, nodesFor);
    if (run.seen !== undefined && isJsonObject(instance)) run.seen.allMembers = true;
    return valid;
  };
}

function judgeMembers(instance: unknown, run: Run, tests: number, nodesFor: NodesFor): boolean {
  if (!isJsonObject(instance)) return true;
  const names = Object.keys(instance);
  spend(run, names.length + ((names.length * tests) >> 2));
  return judgeEach(names, run, name => {
    return judgeEach(nodesFor(name, run), run, node => judgeMember(node, name, instance, run));
  });
}

function judgeMember(node: SchemaNode, name: string, object: JsonObject, run: Run): boolean {
  run.seen?.members.add(name);
  return evaluateBelow(node, name, object[name] ?? null, run);
}
