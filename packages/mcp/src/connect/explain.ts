import type { SdkErrorCode } from '@modelcontextprotocol/client';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import { loadSdk } from './load-sdk.ts';
import type { Redactor } from './redactor.ts';

const LONGEST_CAUSE_CHAIN = 8;
const MAX_SHOWN = 300;

/** What went wrong in our own words, with a code, whatever a library has thrown. */
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
    const advice = 'Let the server listen on another, such as 8080.';
    return serverError('server.bad-address', `The port of the address is kept for another service. ${advice}`);
  }
  const reason = chain.map(networkReason).find(found => found !== undefined);
  if (reason !== undefined) {
    return serverError('server.unreachable', `Nothing answers at the address (${reason}). Check it and the network.`);
  }
  const said = chain.map(error => (error instanceof Error ? error.message : String(error))).join(': ');
  const code = has(SdkErrorCode.InvalidResult) ? 'server.malformed' : 'server.failed';
  return serverError(code, `The server could not be asked: ${redact(said).slice(0, MAX_SHOWN)}`);
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
  if (status === 401 || status === 403) {
    return serverError('server.unauthorized', `The server answered ${status}: set the headers it asks for.`);
  }
  if (status !== undefined && status >= 500) {
    return serverError('server.failed', `The server answered with status ${status}. Try again later.`);
  }
  const hint =
    'Check the path, and that the server offers streamable HTTP: HTTP with SSE of 2024-11-05 is not supported.';
  return serverError('server.not-mcp', `The address answered ${status ?? 'in a way MCP does not know'}. ${hint}`);
}

function missingScope(scope: string | undefined, redact: Redactor): ToolmarkError {
  const what = scope === undefined ? 'another scope' : `the scope ${quoteInert(redact(scope), 200)}`;
  const advice = 'Log in with it, as in "toolmark login SERVER --scope …", or use a token that has it.';
  return serverError('server.insufficient-scope', `The server asks for ${what}. ${advice}`);
}

/** The code of a failed connection, as in ECONNREFUSED or ENOTFOUND, or of a TLS certificate that does not hold. */
function networkReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^(?:E[A-Z]+|UND_ERR_[A-Z_]+|[A-Z]*(?:CERT|TLS|SSL)[A-Z_]*|DEPTH_ZERO[A-Z_]*|SELF_SIGNED[A-Z_]*|UNABLE_TO[A-Z_]*)$/.test(
    error.code,
  )
    ? error.code
    : undefined;
}
