import { isJsonObject, type JsonObject, parseUrl, quoteInert, readJson, ToolmarkError } from '@toolmark/core';

/** A service that takes part in signing. */
export interface Service {
  readonly name: 'Fulcio' | 'Rekor' | 'timestamp authority' | 'token service';
  readonly url: URL;
}

export interface Question {
  /** Appended to the path of the service. */
  readonly path: string;
  /** Sent as JSON; without it the request is a GET. */
  readonly body?: JsonObject;
  readonly token?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;

/** HTTPS, or a service of this machine. */
export function serviceAt(name: Service['name'], text: string): Service {
  const url = parseUrl(text);
  const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return { name, url };
  throw new ToolmarkError('attest.no-service', `${quoteInert(text)} is not an https address of a ${name}.`);
}

/** One request, without redirects. What a service answers is never quoted: it may repeat the token. */
export async function askService({ name, url }: Service, { path, body, token }: Question): Promise<Answer> {
  const target = new URL(url);
  target.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  try {
    const response = await fetch(target, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        'user-agent': 'toolmark',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: await readBody(response, name) };
  } catch (cause) {
    if (cause instanceof ToolmarkError) throw cause;
    throw refused(name, url, (cause as Error).name === 'TimeoutError' ? 'did not answer in time' : 'cannot be reached');
  }
}

/** The answer as an object, if the service accepted. */
export async function askForObject(service: Service, question: Question): Promise<JsonObject> {
  const { status, body } = await askService(service, question);
  if (status !== 200 && status !== 201) throw refusedWith(service, status);
  const value = tryRead(body);
  if (isJsonObject(value)) return value;
  throw unreadable(service);
}

function tryRead(body: Uint8Array): unknown {
  try {
    return readJson(body, { maxBytes: MAX_BYTES });
  } catch {
    return undefined;
  }
}

export function refusedWith({ name, url }: Service, status: number): ToolmarkError {
  return refused(name, url, `refused with status ${status}`);
}

export function unreadable({ name, url }: Service): ToolmarkError {
  return refused(name, url, 'gave an answer that cannot be read');
}

function refused(name: string, { host }: URL, what: string): ToolmarkError {
  return new ToolmarkError('attest.service', `The ${name} at ${quoteInert(host)} ${what}.`);
}

/** Counts what arrives: a stated length may be a lie. */
async function readBody(response: Response, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new ToolmarkError('attest.service', `The answer of the ${name} is too large.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
