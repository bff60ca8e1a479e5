import { type Finding, ToolmarkError } from '@toolmark/core';
import { asStoreError } from '../database/store-error.ts';
import type { Service } from '../service.ts';
import { logError } from './log-error.ts';
import { TooManyRequests } from './rate-limits.ts';

/** Maps error codes to HTTP statuses. Any other error is internal. */
export const STATUSES: Readonly<Record<string, number>> = {
  'advisory.not-found': 404,
  'advisory.withdrawn': 409,
  'attestation.not-found': 404,
  'auth.required': 401,
  'auth.invalid': 401,
  'auth.forbidden': 403,
  'certificate.not-found': 404,
  'feedback.own-tool': 403,
  'oidc.ambiguous': 400,
  'oidc.keys-unavailable': 503,
  'publish.invalid': 422,
  'publish.namespace': 403,
  'publish.not-a-document': 422,
  'publish.not-owner': 403,
  'publish.quarantined': 403,
  'publish.remote-host': 403,
  'publish.tampered': 422,
  'publish.unsigned': 422,
  'publish.untrusted': 422,
  'publish.version-taken': 409,
  'publisher.exists': 409,
  'publisher.not-found': 404,
  'request.bad-cursor': 400,
  'request.incomplete': 400,
  'request.malformed': 400,
  'request.method': 405,
  'request.not-found': 404,
  'request.too-large': 413,
  'request.too-many': 429,
  'request.unknown-facet': 400,
  'request.unsupported-type': 415,
  'review.decided': 409,
  'review.not-found': 404,
  'review.own-report': 403,
  'server.not-found': 404,
  'server.remote-taken': 400,
  'server.too-many-versions': 400,
  'server.unchanged': 400,
  'server.version-taken': 400,
  'store.busy': 503,
  'store.conflict': 409,
  'store.full': 507,
  'store.unavailable': 503,
  'token.not-found': 404,
  'tool.not-found': 404,
  'tool.not-owner': 403,
  'tool.quarantined': 403,
  'tool.withdrawn': 410,
  'trusted-publisher.not-found': 404,
  'version.not-found': 404,
  'version.under-advisory': 409,
};

/** Families whose codes all map to one status. */
const FAMILIES: Readonly<Record<string, number>> = {
  ...{
    json: 400,
    certificate: 422,
    signature: 422,
    document: 422,
    server: 422,
    proof: 401,
    oidc: 401,
    'trusted-publisher': 422,
    attestation: 422,
  },
};

const RETRY_AFTER: Readonly<Record<string, string>> = {
  'oidc.keys-unavailable': '60',
  'store.busy': '1',
  'store.unavailable': '5',
};

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  /** For finding the log lines of the request. */
  readonly requestId?: string;
  readonly pointer?: string;
  readonly findings?: readonly Finding[];
  /** In seconds; sent as a header, not in the body. */
  readonly retryAfter?: string;
}

/** The public part of an error. Unexpected errors reveal nothing. */
export function toProblem(thrown: unknown): Problem {
  const error = asStoreError(thrown);
  if (!(error instanceof ToolmarkError)) return INTERNAL;
  const status = statusOf(error.code);
  if (status === undefined) return INTERNAL;
  return {
    status,
    code: error.code,
    title: error.message,
    ...(error.pointer === undefined ? {} : { pointer: error.pointer }),
    ...(error.findings.length === 0 ? {} : { findings: error.findings }),
    ...(error instanceof TooManyRequests ? { retryAfter: String(error.retryAfterSeconds) } : {}),
  };
}

const INTERNAL: Problem = { status: 500, code: 'internal', title: 'Internal error. See the log of the registry.' };

function statusOf(code: string): number | undefined {
  if (Object.hasOwn(STATUSES, code)) return STATUSES[code];
  const family = code.split('.', 1)[0] ?? '';
  return Object.hasOwn(FAMILIES, family) ? FAMILIES[family] : undefined;
}

export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  const retry = problem.retryAfter ?? RETRY_AFTER[problem.code];
  const { retryAfter, ...body } = problem;
  return new Response(JSON.stringify({ type: 'about:blank', ...body }), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(problem.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retry === undefined ? {} : { 'retry-after': retry }),
      ...headers,
    },
  });
}

export interface RefusedRequest {
  readonly path: string;
  readonly requestId: string;
}

/** Counts an error, logs it when it is internal, and returns its public part. */
export function noteProblem(
  { log, metrics }: Pick<Service, 'log' | 'metrics'>,
  { path, requestId }: RefusedRequest,
  error: unknown,
): Problem {
  const problem = toProblem(error);
  metrics.add('toolmark_refusals_total', { code: problem.code });
  if (problem.status >= 500) log.error({ requestId, error: logError(error), path: path.slice(0, 300) }, 'failed');
  return { ...problem, requestId };
}
