import path from 'node:path';
import type { ToolFacts } from '@toolmark/client';
import { inert, type JsonObject, parseTrust, quoteInert, sha256, ToolmarkError, verifyDocument } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { splitTool } from '../split-tool.ts';
import { replaceFile } from '../write-file.ts';

export interface GetArguments extends ClientArguments {
  /** `NAME` or `NAME@VERSION`. */
  readonly tool: string;
  readonly output?: string;
  readonly trust: readonly string[];
  readonly format: 'text' | 'json';
}

/** Downloads a published document. What does not verify is neither written nor printed. */
export async function runGet(given: GetArguments, io: Io): Promise<number> {
  const { name, version } = splitTool(given.tool);
  const roots = given.trust.map(file => readFile(file, io));
  const client = openClient(given, io);
  try {
    const { registry: facts } = await client.getTool(name, version);
    const bytes = await client.getDocument(facts.name, facts.version);
    const verification = await verified(bytes, facts, roots, io);
    write(bytes, given, io);
    if (given.format === 'json') {
      io.out(formatJson({ name: facts.name, version: facts.version, digest: facts.digest, verification }));
    } else io.talk(`${inert(facts.name)} ${inert(facts.version)}  ${String(verification.outcome)}  ${facts.digest}\n`);
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

/** The bytes are those that the registry names and the signature fits them; with `--trust`, by a signer of these. */
async function verified(bytes: Uint8Array, facts: ToolFacts, roots: Uint8Array[], io: Io): Promise<JsonObject> {
  if (sha256(bytes) !== facts.digest) {
    throw new ToolmarkError('registry.bad-answer', 'The document is not the one whose digest the registry names.');
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

function write(bytes: Uint8Array, { output, format }: GetArguments, io: Io): void {
  if (output !== undefined && output !== '-') replaceFile(path.resolve(io.cwd, output), bytes);
  else if (format === 'text') io.out(printable(bytes));
}

/** The bytes as they are: what a terminal would obey can only be written to a file. */
function printable(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const lines = text.replaceAll('\t', ' ').split(/\r?\n/);
  if (lines.every(line => inert(line) === line)) return text;
  const message = 'The document holds characters that can steer a terminal. Write it to a file with -o.';
  throw new ToolmarkError('usage.not-for-terminals', message);
}
