import { ToolmarkError } from '@toolmark/core';
import type { Context } from '../context.ts';
import { cancelled } from '../run-program.ts';
import { isLoopback } from './image-reference.ts';

/** A request that reads from a registry. */
export interface Asked {
  /** The image, for messages. */
  readonly shown: string;
  readonly address: URL;
  readonly accept: string;
  readonly maxBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

const DEFAULT_TIMEOUT_MS = 300_000;

/** One request, without following redirects. */
export async function ask(
  asked: Asked,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: Context,
  token?: string,
): Promise<Answer> {
  const { shown, address, accept, maxBytes } = asked;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      headers: {
        accept,
        'user-agent': 'toolmark',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      redirect: 'manual',
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    return { status: response.status, headers: response.headers, body: await readBody(response, shown, maxBytes) };
  } catch (cause) {
    if (cause instanceof ToolmarkError) throw cause;
    if (signal?.aborted) throw cancelled(signal.reason);
    throw deadline.aborted ? timedOut(shown, timeoutMs) : unreachable(shown, address, cause);
  }
}

/** Counts what arrives: a stated length may be a lie, and a compressed answer grows. */
async function readBody(response: Response, shown: string, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(shown, maxBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** HTTPS, or plain HTTP from one server of this machine to another. */
export function isAllowed(target: URL, from: URL): boolean {
  if (target.username !== '' || target.password !== '') return false;
  if (target.protocol === 'https:') return true;
  return target.protocol === 'http:' && from.protocol === 'http:' && isLoopback(target.host) && isLoopback(from.host);
}

/** What an answer other than success means. */
export function refusal(shown: string, status: number): ToolmarkError {
  const [code, message] = explain(shown, status);
  return new ToolmarkError(code, message);
}

function explain(shown: string, status: number): [code: string, message: string] {
  const byDigest = 'or name the image with "@sha256:" and its digest, as "docker image inspect" shows it';
  if (status === 401 || status === 403)
    return [
      'oci.unauthorized',
      `${shown} cannot be read without a login, or does not exist. Check the name, ${byDigest}.`,
    ];
  if (status === 404)
    return ['oci.not-found', `The registry has no image ${shown}. Check the name and the tag, ${byDigest}.`];
  if (status === 429)
    return ['oci.rate-limited', `The registry refuses more requests for ${shown} now. Try again later, ${byDigest}.`];
  return ['oci.failed', `The registry answered ${status} for ${shown}. Try again later.`];
}

function tooLarge(shown: string, maxBytes: number): ToolmarkError {
  const message = `The registry's answer for ${shown} exceeds ${maxBytes} bytes. Check the registry in the name of the image.`;
  return new ToolmarkError('oci.too-large', message);
}

function timedOut(shown: string, timeoutMs: number): ToolmarkError {
  const message = `The registry did not answer for ${shown} within ${timeoutMs} ms. Check the network, or increase the timeout.`;
  return new ToolmarkError('oci.timeout', message);
}

function unreachable(shown: string, { host }: URL, cause: unknown): ToolmarkError {
  const message = `The registry ${host} cannot be reached to resolve ${shown}. Check the network; an image with a digest needs no registry.`;
  return new ToolmarkError('oci.unreachable', message, { cause });
}
