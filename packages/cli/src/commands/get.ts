import path from 'node:path';
import type { ToolFacts } from '@toolmark/client';
import { inert, type JsonObject, parseTrust, quoteInert, sha256, ToolmarkError, verifyDocument } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import { replaceFile } from '../files/write-file.ts';
import type { Io } from '../io.ts';
import { askRegistry, type ClientArguments, splitVersion } from '../sources/open-client.ts';

export interface GetArguments extends ClientArguments {
  /** `NAME` or `NAME@VERSION`. */
  readonly tool: string;
  readonly output?: string;
  readonly trust: readonly string[];
}

/** Downloads a published document. Nothing is written or printed unless it verifies. */
export async function runGet(given: GetArguments, io: Io): Promise<number> {
  const { name, version } = splitVersion(given.tool);
  const { output, format } = given;
  const roots = given.trust.map(file => readFile(file, io));
  return askRegistry(given, io, async client => {
    const { registry: facts } = await client.getTool(name, version);
    const bytes = await client.getDocument(facts.name, facts.version);
    const verification = await verified(bytes, facts, roots, io);
    const isPrinted = (output === undefined || output === '-') && format === 'text';
    const text = isPrinted ? printable(bytes) : '';
    if (output !== undefined && output !== '-') replaceFile(path.resolve(io.cwd, output), bytes);
    if (format === 'text') {
      io.stderr(`${inert(facts.name)} ${inert(facts.version)}  ${String(verification.outcome)}  ${facts.digest}\n`);
    }
    return { json: { name: facts.name, version: facts.version, digest: facts.digest, verification }, text };
  });
}

/** Checks the digest and the signature; with `--trust` the signer must be trusted. */
async function verified(bytes: Uint8Array, facts: ToolFacts, roots: Uint8Array[], io: Io): Promise<JsonObject> {
  if (sha256(bytes) !== facts.digest) {
    throw new ToolmarkError('registry.bad-answer', 'The document does not match the digest given by the registry.');
  }
  const result = await verifyDocument(bytes, { trust: parseTrust({ roots }), now: io.now });
  const isBroken = result.outcome === 'invalid' || result.outcome === 'malformed';
  if (isBroken || (roots.length > 0 && result.outcome !== 'trusted')) {
    const message = `The signature of ${quoteInert(facts.name)} is ${result.outcome}. Nothing was written.`;
    throw new ToolmarkError('tool.untrusted', message, { findings: result.findings });
  }
  if (roots.length === 0) return facts.verification;
  const { outcome, profile = null, signer } = result;
  return JSON.parse(JSON.stringify({ outcome, profile, signer: signer ?? null }));
}

/** The exact bytes, unless they contain control characters: those may only be written to a file. */
function printable(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const lines = text.replaceAll('\t', ' ').split(/\r?\n/);
  if (lines.every(line => inert(line) === line)) return text;
  const message = 'The document contains terminal control characters. Write it to a file with -o.';
  throw new ToolmarkError('usage.not-for-terminals', message);
}
