import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseMcpTool,
  parseSnapshot,
  partDigests,
  promptDigest,
  readJson,
  resourceDigest,
  surfaceDigest,
  templateDigest,
  toolDigest,
} from '@toolmark/core';
import { mcptrustPromptHash, mcptrustTemplateHash, mcptrustToolHashes } from '@toolmark/core/formats';
import { describe, expect, test } from 'vitest';

type ByName = Readonly<Record<string, string>>;

interface IdentityVectors {
  readonly tools: readonly { why: string; tool: Json; digest: string; parts: ByName; mcptrust: ByName }[];
  readonly surfaces: readonly {
    why: string;
    snapshot: Json;
    surfaceDigest: string;
    digests: { tools: ByName; prompts: ByName; resources: ByName; templates: ByName };
    mcptrust: { prompts: ByName; templates: ByName };
  }[];
}

interface Side {
  readonly tools: readonly JsonObject[];
}

interface Hashes {
  readonly name: string;
  readonly descriptionHash: string;
  readonly schemaHash: string;
}

interface DriftVectors {
  readonly cases: readonly {
    id: string;
    before: Side;
    after: Side;
    hashes: { before: readonly Hashes[]; after: readonly Hashes[] };
  }[];
}

const { tools, surfaces } = read('identity.json') as IdentityVectors;
const { cases } = read('drift.json') as DriftVectors;

function read(file: string): unknown {
  return readJson(readFileSync(path.join(import.meta.dirname, file)));
}

describe('the identity of a tool', () => {
  test('there are 21 of them', () => {
    expect(tools).toHaveLength(21);
  });

  test.each(tools.map(vector => [vector.why, vector] as const))('%s', (_, vector) => {
    const tool = parseMcpTool(vector.tool);
    expect(toolDigest(tool)).toBe(vector.digest);
    expect(partDigests(tool)).toEqual(vector.parts);
    expect(Object.keys(partDigests(tool)).sort()).toEqual(Object.keys(vector.parts).sort());
    expect(mcptrustToolHashes(tool)).toEqual(vector.mcptrust);
  });

  test('only the two that differ in the order of their keys share a digest', () => {
    expect(new Set(tools.map(({ digest }) => digest)).size).toBe(tools.length - 1);
  });
});

describe('the identity of a server', () => {
  test('there are 6 of them', () => {
    expect(surfaces).toHaveLength(6);
  });

  test.each(surfaces.map(vector => [vector.why, vector] as const))('%s', (_, vector) => {
    const snapshot = parseSnapshot(vector.snapshot);
    expect(surfaceDigest(snapshot)).toBe(vector.surfaceDigest);
    const { tools, prompts, resources, templates } = snapshot;
    expect(Object.fromEntries(tools.map(tool => [tool.name, toolDigest(tool)]))).toEqual(vector.digests.tools);
    expect(Object.fromEntries(prompts.map(prompt => [prompt.name, promptDigest(prompt)]))).toEqual(
      vector.digests.prompts,
    );
    expect(Object.fromEntries(resources.map(item => [item.uri, resourceDigest(item)]))).toEqual(
      vector.digests.resources,
    );
    expect(Object.fromEntries(templates.map(item => [item.uriTemplate, templateDigest(item)]))).toEqual(
      vector.digests.templates,
    );
    expect(Object.fromEntries(prompts.map(prompt => [prompt.name, mcptrustPromptHash(prompt)]))).toEqual(
      vector.mcptrust.prompts,
    );
    expect(Object.fromEntries(templates.map(item => [item.uriTemplate, mcptrustTemplateHash(item)]))).toEqual(
      vector.mcptrust.templates,
    );
  });
});

describe('the part digests are the hashes of the drift vectors', () => {
  test('there are 14 cases', () => {
    expect(cases).toHaveLength(14);
  });

  test.each(cases.map(drift => [drift.id, drift] as const))('%s', (_, { before, after, hashes }) => {
    for (const [side, expected] of [
      [before, hashes.before],
      [after, hashes.after],
    ] as const) {
      expect(side.tools.map(tool => tool.name)).toEqual(expected.map(({ name }) => name));
      for (const [i, { descriptionHash, schemaHash }] of expected.entries()) {
        const tool = side.tools[i] ?? {};
        const parts = partDigests(tool);
        expect(parts.description).toBe(`sha256:${descriptionHash}`);
        if (isJsonObject(tool.inputSchema)) expect(parts.inputSchema).toBe(`sha256:${schemaHash}`);
      }
    }
  });
});
