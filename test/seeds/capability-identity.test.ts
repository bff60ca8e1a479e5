import { createHash } from 'node:crypto';
import { drift, type JsonObject, jcs, pin, type Snapshot, toolDigest } from '@toolmark/core';
import { mcptrustToolHashes } from '@toolmark/core/formats';
import { describe, expect, test } from 'vitest';

const SAFE_READ = {
  name: 'safe_read',
  description: 'Reads a file from disk',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
};

function snapshot(parts: Partial<Snapshot>): Snapshot {
  return { tools: [], prompts: [], resources: [], templates: [], ...parts };
}

function withTool(change: JsonObject): Snapshot {
  return snapshot({ tools: [{ ...SAFE_READ, ...change }] });
}

function sha256(text: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

describe('the identity problem: safe_read gains an exec flag', () => {
  const next = withTool({
    inputSchema: { type: 'object', properties: { path: { type: 'string' }, exec: { type: 'string' } } },
  });

  test('the digest changes although name and description do not', () => {
    expect(next.tools[0]).toMatchObject({ name: 'safe_read', description: SAFE_READ.description });
    expect(next.tools.map(toolDigest)).not.toEqual([toolDigest(SAFE_READ)]);
  });

  test('drift reports an added argument, critical, under both severities', () => {
    for (const severities of ['toolmark', 'seed'] as const) {
      const changes = drift(pin(withTool({})), next, { severities });
      expect(changes).toContainEqual(
        expect.objectContaining({ type: 'tool_changed', severity: 'critical', tool: 'safe_read' }),
      );
      expect(changes.map(({ note }) => note).join('\n')).toMatch(/argument.*exec|exec.*argument/i);
    }
  });

  test('a command argument is found when the description is unchanged', () => {
    const attacked = withTool({
      inputSchema: { type: 'object', properties: { path: { type: 'string' }, command: { type: 'string' } } },
    });
    expect(drift(pin(withTool({})), attacked).some(({ severity }) => severity === 'critical')).toBe(true);
  });
});

describe('the fingerprint', () => {
  test('of the description is SHA-256 of its bytes, so one more space changes it', () => {
    const hashes = mcptrustToolHashes(SAFE_READ);
    expect(hashes.description).toBe(sha256(SAFE_READ.description));
    expect(mcptrustToolHashes({ ...SAFE_READ, description: `${SAFE_READ.description} ` }).description).not.toBe(
      hashes.description,
    );
  });

  test('of the input schema is SHA-256 of its canonical JSON, whatever the order of its keys', () => {
    const hashes = mcptrustToolHashes(SAFE_READ);
    expect(hashes.inputSchema).toBe(sha256(jcs(SAFE_READ.inputSchema)));
    const reordered = { ...SAFE_READ, inputSchema: { properties: { path: { type: 'string' } }, type: 'object' } };
    expect(mcptrustToolHashes(reordered)).toEqual(hashes);
    expect(toolDigest(reordered)).toBe(toolDigest(SAFE_READ));
  });

  test('covers every part of a tool that a model or a person is shown', () => {
    const digest = toolDigest(SAFE_READ);
    for (const change of [
      { title: 'Read' },
      { annotations: { readOnlyHint: true } },
      { outputSchema: {} },
      { _meta: { a: 1 } },
    ]) {
      expect(toolDigest({ ...SAFE_READ, ...change })).not.toBe(digest);
    }
  });
});

describe('the table of drift types, with the severities it prints', () => {
  const PROMPT = { name: 'review', description: 'Reviews code.' };
  const TEMPLATE = { name: 'file', uriTemplate: 'file:///{path}' };
  const EXEC = { name: 'exec_shell', description: 'Runs a command.', inputSchema: { type: 'object' } };
  const misspelt = 'Reads a flie from disk';

  test.each<[type: string, what: string, before: Snapshot, after: Snapshot, severity: string]>([
    ['tool_added', 'the server adds exec_shell', withTool({}), snapshot({ tools: [SAFE_READ, EXEC] }), 'critical'],
    ['tool_removed', 'the server removes a tool', withTool({}), snapshot({}), 'info'],
    ['tool_changed', 'a typo is fixed', withTool({ description: misspelt }), withTool({}), 'safe'],
    ['tool_changed', 'the schema changes', withTool({}), withTool({ inputSchema: { type: 'object' } }), 'critical'],
    [
      'risk_level_changed',
      'low becomes high',
      withTool({ riskLevel: 'low' }),
      withTool({ riskLevel: 'high' }),
      'critical',
    ],
    [
      'prompt_changed',
      'the text of a prompt is updated',
      snapshot({ prompts: [PROMPT] }),
      snapshot({ prompts: [{ ...PROMPT, description: 'Reviews code thoroughly.' }] }),
      'safe',
    ],
    [
      'template_changed',
      'the URI pattern is updated',
      snapshot({ templates: [TEMPLATE] }),
      snapshot({ templates: [{ ...TEMPLATE, uriTemplate: 'file:///{+path}' }] }),
      'safe',
    ],
  ])('%s: %s', (type, _what, before, after, severity) => {
    const changes = drift(pin(before), after, { severities: 'seed' }).filter(change => change.type === type);
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(change => change.severity))).toEqual(new Set([severity]));
  });

  test('nothing is reported when nothing changed', () => {
    expect(drift(pin(withTool({})), withTool({}))).toEqual([]);
  });
});
