import type { HttpBindings } from '@hono/node-server';
import { ToolmarkError } from '@toolmark/core';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { authenticate } from '../accounts/authenticate.ts';
import type { Principal } from '../accounts/principal.ts';
import { MAX_DOCUMENT_BYTES } from '../publishing/inspect.ts';
import type { Service } from '../service.ts';
import { callerAddress } from './caller-address.ts';
import { checkBody, checkPath, checkQuery } from './check-input.ts';
import { preflight } from './headers.ts';
import { noteProblem } from './note-problem.ts';
import { problemResponse } from './problem.ts';
import { readBody } from './read-body.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes/index.ts';

export interface AppOptions {
  /** Who asks, for limits and logs: the address of the socket, or what a proxy in front of it says. */
  readonly addressOf: (context: Context) => string;
}

/** The whole API on one service. */
export function createApp(service: Service, options: AppOptions): Hono {
  const app = new Hono({ strict: true });
  for (const one of ROUTES) {
    app.on(one.method, patternOf(one), context => answer(service, options, one, context));
  }
  app.options('*', context => preflight(context));
  for (const [pattern, methods] of methodsByPattern()) {
    app.all(pattern, context => refusal(service, context, wrongMethod(methods), { allow: methods.join(', ') }));
  }
  app.notFound(context => refusal(service, context, noSuchPath()));
  app.onError((error, context) => refusal(service, context, error));
  return app;
}

function patternOf({ path }: Route): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function methodsByPattern(): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (const one of ROUTES) {
    const methods = one.method === 'get' ? ['GET', 'HEAD'] : [one.method.toUpperCase()];
    known.set(patternOf(one), [...(known.get(patternOf(one)) ?? ['OPTIONS']), ...methods]);
  }
  return known;
}

async function answer(service: Service, options: AppOptions, one: Route, context: Context): Promise<Response> {
  const started = performance.now();
  const address = options.addressOf(context);
  let response: Response;
  let principal: Principal | undefined;
  try {
    principal = one.access === 'public' ? undefined : await identify(service, context, address);
    service.limits.take(one.method === 'get' ? 'read' : 'write', callerOf(principal, address));
    if (one.access === 'token' && principal === undefined) throw needsToken();
    response = await one.handle(await readCall(service, one, principal, context));
  } catch (error) {
    response = refusal(service, context, error);
  }
  const { log, metrics } = service;
  metrics.add('toolmark_requests_total', { route: one.id, status: String(response.status) });
  log.info(
    { route: one.id, status: response.status, principal: principal?.id, address, ms: performance.now() - started },
    'request',
  );
  return response;
}

/** An account that is called like an address is still another caller. */
function callerOf(principal: Principal | undefined, address: string): string {
  return principal === undefined ? callerAddress(address) : `account ${principal.id}`;
}

/**
 * A wrong token is refused also where none is needed: its sender relies on it. Wrong tokens are counted by address; a right
 * one is never refused for the wrong ones of others behind the same proxy. A token has 256 random bits, so that the limit
 * only limits log noise.
 */
async function identify(
  { registry, limits }: Service,
  context: Context,
  address: string,
): Promise<Principal | undefined> {
  const header = context.req.header('authorization');
  if (header === undefined) return undefined;
  try {
    return await authenticate(registry, /^Bearer +([\x21-\x7e]{1,256})$/i.exec(header)?.[1]);
  } catch (error) {
    if (error instanceof ToolmarkError && error.code === 'auth.invalid') limits.take('failure', callerAddress(address));
    throw error;
  }
}

async function readCall(service: Service, one: Route, principal: Principal | undefined, context: Context) {
  const url = context.req.url;
  const start = url.indexOf('?');
  const schema = one.query ?? (one.path.startsWith('/api/v1/') ? NO_QUERY : undefined);
  const query = schema === undefined ? undefined : checkQuery(schema, searchOf(url, start));
  const hasBody = one.body !== undefined || one.rawBody !== undefined;
  const bytes = hasBody ? await readBody((context.env as HttpBindings).incoming, MAX_DOCUMENT_BYTES) : NO_BYTES;
  const body = one.body === undefined ? undefined : checkBody(one.body, bytes);
  return {
    service,
    principal,
    path: checkPath(context.req.param() as Record<string, string>),
    query,
    body,
    bytes,
    context,
  };
}

const NO_BYTES = new Uint8Array();
/** Of routes that say nothing of parameters: one that is given all the same may be misspelt. */
const NO_QUERY: z.ZodType<unknown> = z.strictObject({});

function searchOf(url: string, start: number): URLSearchParams {
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

function refusal(
  service: Service,
  context: Context,
  error: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return problemResponse(noteProblem(service, context.req.path, error), headers);
}

function needsToken(): ToolmarkError {
  return new ToolmarkError('auth.required', 'Not signed in. Run "toolmark login".');
}

function wrongMethod(methods: readonly string[]): ToolmarkError {
  return new ToolmarkError('request.method', `This path knows ${methods.join(', ')}.`);
}

function noSuchPath(): ToolmarkError {
  return new ToolmarkError('request.not-found', 'Not found. See /openapi.json.');
}
