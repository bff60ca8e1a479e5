import { member, ToolmarkError } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';
import { askForObject, serviceAt } from './sigstore/ask-service.ts';

const MAX_BYTES = 64 * 1024;
/** Three base64url parts. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The OIDC token of this CI job for an audience. It is a secret: it is neither printed nor stored. */
export async function findCiToken(audience: string, file: string | undefined, io: Io): Promise<string> {
  const text = file === undefined ? await askGithub(audience, io) : readText(file, io);
  if (COMPACT.test(text)) return text;
  throw new ToolmarkError('ci.token', 'The identity token cannot be used: it is not a JWT.');
}

function readText(file: string, io: Io): string {
  return new TextDecoder().decode(readFile(file, io, MAX_BYTES)).trim();
}

async function askGithub(audience: string, { env }: Io): Promise<string> {
  const [address, token] = [env.ACTIONS_ID_TOKEN_REQUEST_URL, env.ACTIONS_ID_TOKEN_REQUEST_TOKEN];
  if (!address || !token) throw new ToolmarkError('ci.no-token', WITHOUT_TOKEN);
  try {
    const service = serviceAt('token service', address);
    service.url.searchParams.set('audience', audience);
    const value = member(await askForObject(service, { path: '', token }), 'value');
    return typeof value === 'string' ? value : '';
  } catch (cause) {
    throw cause instanceof ToolmarkError ? new ToolmarkError('ci.no-token', cause.message, { cause }) : cause;
  }
}

const WITHOUT_TOKEN =
  'There is no identity token. In GitHub Actions give the job "permissions: id-token: write"; elsewhere pass --identity-token FILE.';
