import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readJson, validate } from '@toolmark/core';
import { seedAlignment } from '@toolmark/core/validate';
import { describe, expect, test } from 'vitest';

interface Row {
  readonly risk_level: string;
  readonly capabilities: readonly string[];
  readonly sandboxing_required: boolean;
  readonly network_access: string;
  readonly file_access: string;
  readonly config: { readonly valid: boolean; readonly message: string };
  readonly alignment: boolean;
  readonly both: boolean;
}

const rows = readFileSync(path.join(import.meta.dirname, 'security-config.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => readJson(Buffer.from(line)) as unknown as Row);

function documentOf({ capabilities, risk_level, sandboxing_required, network_access, file_access }: Row) {
  return {
    schema_version: '1.0',
    tool: {
      name: 'vector',
      version: '1.0.0',
      description: 'A tool that exists for its security settings.',
      author: { name: 'Ada', email: 'ada@example.org' },
      capabilities,
      parameters: { type: 'object', properties: {} },
      security: { required_permissions: [], risk_level, sandboxing_required, network_access, file_access },
    },
  };
}

describe('the original security rules against the vectors', () => {
  test('there are 319 of them', () => {
    expect(rows).toHaveLength(319);
  });

  test.each(rows.map((row, index) => [index, `${row.risk_level} ${row.capabilities.join('+')}`, row] as const))(
    '%i %s',
    (_, _title, row) => {
      const document = documentOf(row);
      const bytes = Buffer.from(JSON.stringify(document));
      const seed = validate(bytes, { rules: 'seed', now: new Date(0) });
      expect(seed.seed).toEqual(row.config);
      expect(seedAlignment(document)).toBe(row.alignment);
      expect(seed.valid).toBe(row.both);

      const codes = validate(bytes, { now: new Date(0) }).findings.map(({ code, severity }) => ({ code, severity }));
      const weAccept = !codes.some(({ severity }) => severity === 'error');
      expect(codes.some(({ code }) => code === 'security.seed-differs')).toBe(weAccept !== row.both);
    },
  );
});
