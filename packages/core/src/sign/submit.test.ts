import { beforeAll, describe, expect, test } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import { type Issued, issue, issueAuthority } from '../../../../test/pki.ts';
import type { JsonObject } from '../base/index.ts';
import { submit } from './submit.ts';
import { parseTrust } from './trust.ts';
import { verifyDocument } from './verify.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
let signer: Issued;

beforeAll(async () => {
  signer = await issue({ name: 'CN=Ada' });
});

describe('a submission', () => {
  test.each(['1.0', '1.1'] as const)('of schema %s is validated, signed, verified and ready', async version => {
    const submission = await submit(sampleDocument(version), signer, { now: NOW });
    expect(submission).toMatchObject({ ready: true, verification: { outcome: 'trusted', profile: 'toolmark' } });
    const trust = parseTrust({ pins: [signer.certificate] });
    const result = await verifyDocument(submission.document ?? new Uint8Array(), { trust, now: NOW });
    expect(result.outcome).toBe('trusted');
  });

  test('may be in the original format', async () => {
    const submission = await submit(sampleDocument('1.0'), signer, { now: NOW, profile: 'etdi-document' });
    expect(submission).toMatchObject({ ready: true, verification: { profile: 'etdi-document' } });
  });

  test('keeps the layout of its author', async () => {
    const text = JSON.stringify(sampleDocument(), undefined, '\t');
    const { document } = await submit(new TextEncoder().encode(text), signer, { now: NOW });
    const signed = new TextDecoder().decode(document);
    expect(signed.replace(/,\s+"signature": \{[^}]+\}/, '')).toBe(text);
    expect(signed).toMatch(/,\n\t\t"signature": \{\n\t\t\t"algorithm": "/);
  });

  test('can be made again from its own result', async () => {
    const { document } = await submit(sampleDocument(), signer, { now: NOW });
    expect(await submit(document ?? new Uint8Array(), signer, { now: NOW })).toMatchObject({ ready: true });
  });

  test('that breaks a rule is not signed', async () => {
    const document = sampleDocument();
    const tool = { ...(document.tool as JsonObject), capabilities: ['execute_command'] };
    const submission = await submit({ ...document, tool }, signer, { now: NOW });
    expect(submission.ready).toBe(false);
    expect(submission.document).toBeUndefined();
    expect(submission.findings.map(({ code }) => code)).toContain('security.capability-level');
  });

  test('with an untrusted signer is signed but not ready', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const trust = parseTrust({ roots: [root.certificate] });
    const submission = await submit(sampleDocument(), signer, { now: NOW, trust });
    expect(submission).toMatchObject({ ready: false, verification: { outcome: 'untrusted' } });
    expect(submission.findings.map(({ code }) => code)).toContain('certificate.no-path');
  });

  test('reports a wrong key', async () => {
    const other = await issue({ name: 'CN=Bob' });
    const submission = await submit(sampleDocument(), { ...signer, key: other.key }, { now: NOW });
    expect(submission.ready).toBe(false);
    expect(submission.findings.map(({ code }) => code)).toContain('signature.wrong-key');
  });

  test('of something else is refused', async () => {
    const tool = { name: 'x', description: 'Reads the weather of today.', inputSchema: { type: 'object' } };
    const submission = await submit(tool, signer, { now: NOW });
    expect(submission.ready).toBe(false);
    expect(submission.findings.map(({ code }) => code)).toContain('signature.not-a-document');
  });
});
