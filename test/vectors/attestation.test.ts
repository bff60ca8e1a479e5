import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type LockedPackage, parseLock, parseSnapshot, pin } from '@toolmark/core';
import {
  attestationStatement,
  digestsOfSnapshot,
  judgeUpdate,
  packageSubjects,
  parseStatement,
  parseSurfacePredicate,
  parseTrustedRoot,
  type SeenVersion,
} from '@toolmark/core/attestation';
import { expect, test } from 'vitest';

interface Vectors {
  readonly verification_time: string;
  readonly trusted_root: string;
  readonly statements: readonly {
    readonly name: string;
    readonly package: LockedPackage;
    readonly snapshot: object;
    readonly statement: string;
  }[];
  readonly updates: readonly {
    readonly name: string;
    readonly lock: string;
    readonly snapshot: object;
    readonly package: LockedPackage;
    readonly newest_seen: SeenVersion | null;
    readonly bundles: readonly string[];
    readonly outcome: string;
    readonly codes: readonly string[];
    readonly version?: string;
    readonly bundle?: string;
    readonly covers?: object;
  }[];
}

const text = readFileSync(path.join(import.meta.dirname, 'attestation.json'), 'utf8');
const vectors: Vectors = JSON.parse(text);
const encode = (value: string): Uint8Array => new TextEncoder().encode(value);

test('the vectors hold public material only', () => {
  expect(vectors.statements.length + vectors.updates.length).toBe(21);
  expect(text).not.toContain('PRIVATE');
});

test.each(vectors.statements)('the statement of $name', ({ package: pkg, snapshot, statement }) => {
  const shown = parseSnapshot(snapshot);
  const parsed = parseStatement(encode(statement));
  const { surfaceDigest, ...predicate } = parseSurfacePredicate(parsed);
  expect(surfaceDigest).toBe(pin(shown).surfaceDigest);
  expect(predicate.surface).toEqual(digestsOfSnapshot(shown));
  const subject = packageSubjects(pkg, surfaceDigest);
  expect(new TextDecoder().decode(attestationStatement({ ...predicate, subject }))).toBe(statement);
});

test.each(vectors.updates)('an update with $name: $outcome', async vector => {
  const { outcome, codes, version, bundle, covers } = vector;
  const locked = parseLock(encode(vector.lock)).servers.get('weather');
  if (locked === undefined) throw new Error('The lock has no entry.');
  const judgement = await judgeUpdate({
    locked,
    live: parseSnapshot(vector.snapshot),
    livePackage: vector.package,
    bundles: vector.bundles.map(encode),
    trust: { root: parseTrustedRoot(encode(vectors.trusted_root)) },
    ...(vector.newest_seen === null ? {} : { newestSeen: vector.newest_seen }),
    now: new Date(vectors.verification_time),
  });
  expect(judgement.findings.map(({ code }) => code)).toEqual(codes);
  expect(judgement).toMatchObject({
    outcome,
    ...(version === undefined ? {} : { version }),
    ...(covers === undefined ? {} : { bundle, covers }),
  });
});
