import type { SdkErrorCode } from '@modelcontextprotocol/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { unauthorized } from './authorization.ts';
import { serverError } from './codes.ts';
import { loadSdk } from './load-sdk.ts';
import type { Redactor } from './redactor.ts';

const LONGEST_CAUSE_CHAIN = 8;
const MAX_SHOWN = 300;

/** Turns whatever a library has thrown into a coded error. */
export async function explain(thrown: unknown, redact: Redactor): Promise<ToolmarkError> {
  const chain = causesOf(thrown);
  const own = chain.find(error => error instanceof ToolmarkError);
  if (own instanceof ToolmarkError) return own;
  const { InsufficientScopeError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } = await loadSdk();
  const has = (code: SdkErrorCode): boolean => chain.some(error => error instanceof SdkError && error.code === code);
  const scope = chain.find(error => error instanceof InsufficientScopeError);
  if (scope instanceof InsufficientScopeError) return missingScope(scope.requiredScope, redact);
  const http = chain.find(error => error instanceof SdkHttpError);
  if (http instanceof SdkHttpError) return explainStatus(http.data.status);
  if (chain.some(error => error instanceof UnauthorizedError)) return explainStatus(401);
  if (has(SdkErrorCode.ClientHttpUnexpectedContent)) return explainStatus(undefined);
  if (chain.some(error => error instanceof Error && error.message === 'bad port')) {
    const advice = 'Let the server listen on another port, such as 8080.';
    return serverError(
      'server.bad-address',
      `The port of the server address is reserved for another service. ${advice}`,
    );
  }
  const reason = chain.map(networkReason).find(found => found !== undefined);
  if (reason !== undefined) {
    return serverError(
      'server.unreachable',
      `Cannot connect to the server (${reason}). Check the URL and the network.`,
    );
  }
  const said = chain.map(error => (error instanceof Error ? error.message : String(error))).join(': ');
  const code = has(SdkErrorCode.InvalidResult) ? 'server.malformed' : 'server.failed';
  return serverError(code, `The request to the server failed: ${redact(said).slice(0, MAX_SHOWN)}`);
}

function causesOf(thrown: unknown): unknown[] {
  const chain = [thrown];
  let error = thrown;
  while (error instanceof Error && error.cause !== undefined && chain.length < LONGEST_CAUSE_CHAIN) {
    error = error.cause;
    chain.push(error);
  }
  return chain;
}

function explainStatus(status: number | undefined): ToolmarkError {
  if (status === 401 || status === 403) return unauthorized(status);
  if (status !== undefined && status >= 500) {
    return serverError('server.failed', `The server returned status ${status}. Try again later.`);
  }
  const hint = 'Check the path. The server must support streamable HTTP; HTTP with SSE (2024-11-05) is not supported.';
  const what = status === undefined ? 'The response is not MCP' : `The server returned status ${status}`;
  return serverError('server.not-mcp', `${what}. ${hint}`);
}

function missingScope(scope: string | undefined, redact: Redactor): ToolmarkError {
  const what = scope === undefined ? 'another scope' : `the scope ${quoteInert(redact(scope), 200)}`;
  const advice = 'Run "toolmark login SERVER --scope …", or use a token with that scope.';
  return serverError('server.insufficient-scope', `The server requires ${what}. ${advice}`);
}

/** The code of a network or TLS failure, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
function networkReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^(?:E[A-Z]+|UND_ERR_[A-Z_]+|[A-Z]*(?:CERT|TLS|SSL)[A-Z_]*|DEPTH_ZERO[A-Z_]*|SELF_SIGNED[A-Z_]*|UNABLE_TO[A-Z_]*)$/.test(
    error.code,
  )
    ? error.code
    : undefined;
}
