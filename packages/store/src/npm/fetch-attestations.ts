import { inert, parseUrl, ToolmarkError } from '@toolmark/core';
import { inTemporaryFolder } from '../content/temporary.ts';
import type { Context } from '../context.ts';
import { cancelled } from '../run-program.ts';
import { startNpm } from './run-npm.ts';

/** As large as the answers that are read (docs/spec/provenance.md). */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;

/**
 * What the registry offers to prove where a version was built, unread; undefined if it offers nothing. Asked without a token:
 * attestations are public, and a token is for npm alone. Throws `package.*`.
 */
export async function fetchAttestations(
  name: string,
  version: string,
  context: Context,
): Promise<Uint8Array | undefined> {
  const shown = `The attestations of ${inert(`${name}@${version}`)}`;
  const registry = await registryFor(name, context);
  const path = `-/npm/v1/attestations/${name.replace('/', '%2f')}@${encodeURIComponent(version)}`;
  const address = parseUrl(path, registry);
  if (address === undefined) throw failed(shown, 'package.offline', 'the registry in .npmrc is not an address');
  const response = await ask(address, shown, context);
  if (response.status === 404) return undefined;
  if (response.status === 200) return readBody(response, shown);
  if (response.status === 401 || response.status === 403)
    throw failed(shown, 'package.unauthorized', 'the registry shows them only after a login, which is not supported');
  throw failed(shown, 'package.offline', `the registry answered ${response.status}. Try again later`);
}

/** The registry of the scope, or the usual one, as npm would choose it. */
async function registryFor(name: string, context: Context): Promise<string> {
  const scope = name.startsWith('@') ? name.split('/', 1)[0] : undefined;
  const ofScope = scope === undefined ? undefined : await setting(`${scope}:registry`, context);
  return withSlash(ofScope ?? (await setting('registry', context)) ?? 'https://registry.npmjs.org');
}

async function setting(key: string, context: Context): Promise<string | undefined> {
  return inTemporaryFolder(context.store, async folder => {
    const { stdout } = await startNpm({ folder, args: ['config', 'get', key], subject: 'the registry' }, context);
    const value = stdout.toString('utf8').trim().replace(/^"|"$/g, '');
    return /^https?:\/\//.test(value) ? value : undefined;
  });
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}

async function ask(address: URL, shown: string, { timeoutMs = TIMEOUT_MS, signal }: Context): Promise<Response> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(address, {
      headers: { accept: 'application/json', 'user-agent': 'toolmark' },
      redirect: 'manual',
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
  } catch (cause) {
    if (signal?.aborted) throw cancelled(signal.reason);
    throw failed(shown, 'package.offline', 'the registry cannot be reached. Check the network', cause);
  }
}

/** Counts what arrives: a stated length may be a lie. */
async function readBody(response: Response, shown: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw failed(shown, 'package.resolver-failed', `they exceed ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function failed(shown: string, code: string, reason: string, cause?: unknown): ToolmarkError {
  return new ToolmarkError(code, `${shown} cannot be fetched: ${reason}.`, cause === undefined ? {} : { cause });
}
