import { isJsonObject, member, readJson, ToolmarkError } from '@toolmark/core';
import { readFile } from '../../files/read-file.ts';
import type { Io } from '../../io.ts';
import { askForObject, serviceAt } from './ask-service.ts';

/** An OIDC token. It is a secret: nothing here puts it into a message. */
export interface IdentityToken {
  readonly text: string;
  /** The claim that the signer proves: a verified mail address, else the subject. */
  readonly subject: string;
}

const AUDIENCE = 'sigstore';
const MAX_BYTES = 64 * 1024;

/** The token of a file or of the CI job that runs this. */
export async function findIdentityToken(file: string | undefined, io: Io): Promise<IdentityToken> {
  const text = file === undefined ? await ambientToken(io) : new TextDecoder().decode(readFile(file, io, MAX_BYTES));
  return parseToken(text.trim());
}

async function ambientToken({ env }: Io): Promise<string> {
  if (env.SIGSTORE_ID_TOKEN) return env.SIGSTORE_ID_TOKEN;
  const [address, token] = [env.ACTIONS_ID_TOKEN_REQUEST_URL, env.ACTIONS_ID_TOKEN_REQUEST_TOKEN];
  if (address && token) return askGithub(address, token);
  const message =
    'There is no identity token. In GitHub Actions give the job "permissions: id-token: write"; in GitLab define "id_tokens: SIGSTORE_ID_TOKEN" with aud "sigstore"; elsewhere pass --identity-token FILE.';
  throw new ToolmarkError('attest.no-token', message);
}

async function askGithub(address: string, token: string): Promise<string> {
  const service = serviceAt('token service', address);
  service.url.searchParams.set('audience', AUDIENCE);
  const value = member(await askForObject(service, { path: '', token }), 'value');
  if (typeof value === 'string') return value;
  throw unusable('the token service did not give one');
}

/** Reads the claims only: the authority verifies the token. */
function parseToken(text: string): IdentityToken {
  const [, payload = ''] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(text) ?? [];
  const claims = tryReadClaims(payload);
  if (!isJsonObject(claims)) throw unusable('it is not a JWT');
  const [email, sub] = [member(claims, 'email'), member(claims, 'sub')];
  if (typeof email === 'string' && member(claims, 'email_verified') !== true)
    throw unusable('its mail address is not verified');
  const subject = typeof email === 'string' ? email : sub;
  if (typeof subject === 'string' && subject !== '') return { text, subject };
  throw unusable('it has no subject');
}

function tryReadClaims(payload: string): unknown {
  try {
    return readJson(Buffer.from(payload, 'base64url'));
  } catch {
    return undefined;
  }
}

function unusable(reason: string): ToolmarkError {
  return new ToolmarkError('attest.token', `The identity token cannot be used: ${reason}.`);
}
