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
import { requireMetricsToken } from './metrics-token.ts';
import { noteProblem, type RefusedRequest } from './note-problem.ts';
import { problemResponse } from './problem.ts';
import { readBody } from './read-body.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes/index.ts';

export interface AppOptions {
  /** Who asks, for limits and logs: the address of the socket, or what a proxy in front of it says. */
  readonly addressOf: (context: Context) => string;
  readonly requestIdOf: (context: Context) => string;
  /** What `/metrics` asks for; without it, it answers anyone. */
  readonly metricsToken?: string | undefined;
  /** Which routes this port has, by their ids; without it, all. */
  readonly serves?: ((route: string) => boolean) | undefined;
}

/** The whole API on one service. */
export function createApp(service: Service, options: AppOptions): Hono {
  const app = new Hono({ strict: true });
  const routes = ROUTES.filter(({ id }) => options.serves?.(id) ?? true);
  for (const one of routes) {
    app.on(one.method, patternOf(one), context => answer(service, options, one, context));
  }
  app.options('*', context => preflight(context));
  const refuse = (context: Context, error: unknown, headers = {}): Response => {
    const asked = begin(service, options, context, UNMATCHED);
    return asked.end(refusal(service, asked, error, headers));
  };
  for (const [pattern, methods] of methodsByPattern(routes)) {
    app.all(pattern, context => refuse(context, wrongMethod(methods), { allow: methods.join(', ') }));
  }
  app.notFound(context => refuse(context, noSuchPath()));
  app.onError((error, context) => refuse(context, error));
  return app;
}

/** What metrics and logs call requests that no route answers. */
const UNMATCHED = 'unmatched';

function patternOf({ path }: Route): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function methodsByPattern(routes: readonly Route[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (const one of routes) {
    const methods = one.method === 'get' ? ['GET', 'HEAD'] : [one.method.toUpperCase()];
    known.set(patternOf(one), [...(known.get(patternOf(one)) ?? ['OPTIONS']), ...methods]);
  }
  return known;
}

async function answer(service: Service, options: AppOptions, one: Route, context: Context): Promise<Response> {
  const asked = begin(service, options, context, one.id);
  let principal: Principal | undefined;
  try {
    principal = await identify(service, options, one, context, asked.address);
    service.limits.take(one.method === 'get' ? 'read' : 'write', callerOf(principal, asked.address));
    if (one.access === 'token' && principal === undefined) throw needsToken();
    return asked.end(await one.handle(await readCall(service, one, principal, context, asked.requestId)), principal);
  } catch (error) {
    return asked.end(refusal(service, asked, error), principal);
  }
}

interface Asked extends RefusedRequest {
  readonly address: string;
  /** Counts and logs the answer. */
  readonly end: (response: Response, principal?: Principal) => Response;
}

function begin({ log, metrics }: Service, options: AppOptions, context: Context, route: string): Asked {
  const started = performance.now();
  const address = options.addressOf(context);
  const requestId = options.requestIdOf(context);
  metrics.inFlight += 1;
  const end: Asked['end'] = (response, principal) => {
    const ms = performance.now() - started;
    metrics.inFlight -= 1;
    metrics.add('toolmark_requests_total', { route, status: String(response.status) });
    metrics.observe('toolmark_request_duration_seconds', ms / 1000, { route });
    log.info({ requestId, route, status: response.status, principal: principal?.id, address, ms }, 'request');
    return response;
  };
  return { path: context.req.path, requestId, address, end };
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
  { metricsToken }: AppOptions,
  { access }: Route,
  context: Context,
  address: string,
): Promise<Principal | undefined> {
  if (access === 'public') return undefined;
  const header = context.req.header('authorization');
  try {
    if (access === 'metrics' && metricsToken !== undefined) {
      requireMetricsToken(header, metricsToken);
      return undefined;
    }
    if (header === undefined) return undefined;
    return await authenticate(registry, /^Bearer +([\x21-\x7e]{1,256})$/i.exec(header)?.[1]);
  } catch (error) {
    if (error instanceof ToolmarkError && error.code === 'auth.invalid') limits.take('failure', callerAddress(address));
    throw error;
  }
}

async function readCall(
  service: Service,
  one: Route,
  principal: Principal | undefined,
  context: Context,
  requestId: string,
) {
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
    requestId,
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
  request: RefusedRequest,
  error: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return problemResponse(noteProblem(service, request, error), headers);
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
