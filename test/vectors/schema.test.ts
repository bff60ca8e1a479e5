import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Finding, type Json, readJson, validate } from '@toolmark/core';
import { validateDocument } from '@toolmark/core/validate';
import { describe, expect, test } from 'vitest';

interface Row {
  readonly why: string;
  readonly document: Json;
  readonly accept: boolean;
  readonly accept_ecma_and_formats?: boolean;
  readonly all_errors?: readonly string[];
}

const rows = readFileSync(path.join(import.meta.dirname, 'schema.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => readJson(Buffer.from(line)) as unknown as Row);

/** JSON Schema keywords behind our codes, for comparing with the vectors' `path#keyword`. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  'schema.type': ['type'],
  'schema.required': ['required'],
  'schema.enum': ['enum'],
  'schema.const': ['const'],
  'schema.pattern': ['pattern'],
  'schema.format': ['format'],
  'schema.length': ['minLength', 'maxLength'],
  'schema.items': ['minItems'],
  'schema.duplicate-item': ['uniqueItems'],
};

function schemaErrors(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ code, severity }) => code.startsWith('schema.') && severity === 'error');
}

/** Two missing members of one object are two findings for us and one line in the vectors. */
function places(findings: readonly Finding[], expected: readonly string[]): string[] {
  const keyword = ({ code, pointer }: Finding): string =>
    KEYWORDS[code]?.find(word => expected.includes(`${pointer || '/'}#${word}`)) ?? KEYWORDS[code]?.[0] ?? code;
  return [...new Set(findings.map(finding => `${finding.pointer || '/'}#${keyword(finding)}`))].sort();
}

describe('schema 1.0 against the vectors', () => {
  test('there are 165 of them', () => {
    expect(rows).toHaveLength(165);
  });

  test.each(rows.map((row, index) => [index, row.why, row] as const))('%i %s', (_, _why, row) => {
    const bytes = Buffer.from(JSON.stringify(row.document));
    const seed = validate(bytes, { rules: 'seed', now: new Date(0) });
    const born = schemaErrors(seed.findings);
    expect(born.length === 0).toBe(row.accept);
    if (row.all_errors !== undefined) expect(places(born, row.all_errors)).toEqual([...row.all_errors].sort());

    const asserted = schemaErrors(validateDocument(row.document));
    expect(asserted.length === 0).toBe(row.accept_ecma_and_formats ?? row.accept);
  });
});
