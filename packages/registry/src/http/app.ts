import { timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { ToolmarkError } from '@toolmark/core';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { authenticate } from '../accounts/authenticate.ts';
import type { Principal } from '../accounts/principal.ts';
import { tokenHash } from '../accounts/token.ts';
import { MAX_DOCUMENT_BYTES } from '../publishing/inspect.ts';
import type { Service } from '../service.ts';
import { callerAddress } from './caller-address.ts';
import { checkBody, checkPath, checkQuery } from './check-input.ts';
import { preflight } from './headers.ts';
import { noteProblem, problemResponse, type RefusedRequest } from './problem.ts';
import { readBody } from './read-body.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes/index.ts';

export interface AppOptions {
  /** The address of the client, for limits and logs: that of the socket, or the one that a trusted proxy forwards. */
  readonly addressOf: (context: Context) => string;
  readonly requestIdOf: (context: Context) => string;
  /** The token that `/metrics` requires; open to anyone without one. */
  readonly metricsToken?: string | undefined;
  /** Selects the routes of this port by id; all by default. */
  readonly serves?: ((route: string) => boolean) | undefined;
}

/** The whole API of a service. */
export function createApp(service: Service, options: AppOptions): Hono {
  const app = new Hono({ strict: true });
  const routes = ROUTES.filter(({ id }) => options.serves?.(id) ?? true);
  for (const one of routes) {
    app.on(one.method, patternOf(one), context => answer(service, options, one, context));
  }
  app.options('*', context => preflight(context));
  const refuse = (context: Context, error: unknown, headers = {}): Response => {
    const request = begin(service, options, context, UNMATCHED);
    return request.end(refusal(service, request, error, headers));
  };
  for (const [pattern, methods] of methodsByPattern(routes)) {
    app.all(pattern, context => refuse(context, wrongMethod(methods), { allow: methods.join(', ') }));
  }
  app.notFound(context => refuse(context, noSuchPath()));
  app.onError((error, context) => refuse(context, error));
  return app;
}

/** The route name in metrics and logs for requests without a route. */
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
  const request = begin(service, options, context, one.id);
  let principal: Principal | undefined;
  try {
    principal = await identify(service, options, one, context, request.address);
    service.limits.take(one.method === 'get' ? 'read' : 'write', callerOf(principal, request.address));
    if (one.access === 'token' && principal === undefined) throw needsToken();
    return request.end(
      await one.handle(await readCall(service, one, principal, context, request.requestId)),
      principal,
    );
  } catch (error) {
    return request.end(refusal(service, request, error), principal);
  }
}

interface ActiveRequest extends RefusedRequest {
  readonly address: string;
  /** Counts and logs the answer. */
  readonly end: (response: Response, principal?: Principal) => Response;
}

function begin({ log, metrics }: Service, options: AppOptions, context: Context, route: string): ActiveRequest {
  const started = performance.now();
  const address = options.addressOf(context);
  const requestId = options.requestIdOf(context);
  metrics.inFlight += 1;
  const end: ActiveRequest['end'] = (response, principal) => {
    const ms = performance.now() - started;
    metrics.inFlight -= 1;
    metrics.add('toolmark_requests_total', { route, status: String(response.status) });
    metrics.observe('toolmark_request_duration_seconds', ms / 1000, { route });
    log.info({ requestId, route, status: response.status, principal: principal?.id, address, ms }, 'request');
    return response;
  };
  return { path: context.req.path, requestId, address, end };
}

/** The prefix keeps accounts apart from addresses. */
function callerOf(principal: Principal | undefined, address: string): string {
  return principal === undefined ? callerAddress(address) : `account ${principal.id}`;
}

/**
 * Refuses a wrong token even where none is needed, because its sender relies on it. Wrong tokens are limited by address; a
 * valid token is never refused because of others behind the same proxy.
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
    return await authenticate(registry, BEARER.exec(header)?.[1]);
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
/** For routes without parameters: an unknown one may be misspelt. */
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
  return new ToolmarkError('request.method', `This path supports ${methods.join(', ')}.`);
}

function noSuchPath(): ToolmarkError {
  return new ToolmarkError('request.not-found', 'Not found. See /openapi.json.');
}

/** Throws `auth.*` unless the header has exactly this token. Comparing hashes takes constant time. */
function requireMetricsToken(header: string | undefined, token: string): void {
  if (header === undefined) {
    throw new ToolmarkError('auth.required', 'Metrics need the metrics token. Send it as a bearer token.');
  }
  const given = BEARER.exec(header)?.[1] ?? '';
  if (timingSafeEqual(Buffer.from(tokenHash(given)), Buffer.from(tokenHash(token)))) return;
  throw new ToolmarkError('auth.invalid', 'This is not the metrics token.');
}

const BEARER = /^Bearer +([\x21-\x7e]{1,256})$/i;
