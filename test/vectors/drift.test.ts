import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Change, drift, pin, readJson, type Snapshot } from '@toolmark/core';
import type { SeverityColumn } from '@toolmark/core/lock';
import { describe, expect, test } from 'vitest';

interface Expected {
  readonly type: string;
  readonly name: string;
  readonly severity: string;
}

interface Vectors {
  readonly cases: readonly {
    id: string;
    before: Omit<Snapshot, 'resources'>;
    after: Omit<Snapshot, 'resources'>;
    expect: readonly Expected[];
    ambiguous?: boolean;
  }[];
}

const { cases } = readJson(readFileSync(path.join(import.meta.dirname, 'drift.json'))) as unknown as Vectors;

/** A changed digest is at least a safe change: identity decides where the original leaves it open. */
const DECIDED: Readonly<Record<string, readonly Expected[]>> = {
  'schema-empty-vs-missing': [{ type: 'tool_changed', name: 'safe_read', severity: 'safe' }],
};

/** Where our own column judges otherwise. */
const TOOLMARK: Readonly<Record<string, readonly Expected[]>> = {
  'desc-nfd': [{ type: 'tool_changed', name: 'list_dir', severity: 'critical' }],
  'desc-zero-width': [{ type: 'tool_changed', name: 'safe_read', severity: 'critical' }],
  'schema-null': [
    { type: 'risk_level_changed', name: 'safe_read', severity: 'critical' },
    { type: 'tool_changed', name: 'safe_read', severity: 'critical' },
  ],
  'schema-additional': [{ type: 'tool_changed', name: 'safe_read', severity: 'safe' }],
};

test('there are 14 drift vectors', () => {
  expect(cases).toHaveLength(14);
});

describe('the drift vectors, in the original severities', () => {
  test.each(cases.map(vector => [vector.id, vector] as const))('%s', (id, vector) => {
    expect(judge(vector, 'seed')).toEqual(DECIDED[id] ?? vector.expect);
  });
});

describe('the drift vectors, in our own severities', () => {
  test.each(cases.map(vector => [vector.id, vector] as const))('%s', (id, vector) => {
    expect(judge(vector, 'toolmark')).toEqual(TOOLMARK[id] ?? DECIDED[id] ?? vector.expect);
  });
});

function judge({ before, after }: Vectors['cases'][number], severities: SeverityColumn): Expected[] {
  const changes = drift(pin({ resources: [], ...before }), { resources: [], ...after }, { severities });
  return worstOfEach(changes);
}

/** The vectors give one line for each item that moved; we give one for each place in it. */
function worstOfEach(changes: readonly Change[]): Expected[] {
  const worst = new Map<string, Expected>();
  const order = ['safe', 'info', 'critical'];
  for (const { type, tool, name, severity } of changes) {
    const line = { type, name: tool ?? name ?? '', severity };
    const known = worst.get(`${type} ${line.name}`);
    if (known === undefined || order.indexOf(severity) > order.indexOf(known.severity)) {
      worst.set(`${type} ${line.name}`, line);
    }
  }
  return [...worst.values()];
}
