import { SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { ToolmarkError } from '@toolmark/core';
import { serverError } from './codes.ts';
import type { Redactor } from './redactor.ts';

const LONGEST_CAUSE_CHAIN = 8;
const MAX_SHOWN = 300;

/** What went wrong in our own words, with a code, whatever a library has thrown. */
export function explain(thrown: unknown, redact: Redactor): ToolmarkError {
  const chain = causesOf(thrown);
  const own = chain.find(error => error instanceof ToolmarkError);
  if (own instanceof ToolmarkError) return own;
  const http = chain.find(error => error instanceof SdkHttpError);
  if (http instanceof SdkHttpError) return explainStatus(http.data.status);
  if (chain.some(error => error instanceof UnauthorizedError)) return explainStatus(401);
  if (chain.some(hasCode(SdkErrorCode.ClientHttpUnexpectedContent))) return explainStatus(undefined);
  const reason = chain.map(networkReason).find(found => found !== undefined);
  if (reason !== undefined) {
    return serverError('server.unreachable', `Nothing answers at the address (${reason}). Check it and the network.`);
  }
  const said = chain.map(error => (error instanceof Error ? error.message : String(error))).join(': ');
  const code = chain.some(hasCode(SdkErrorCode.InvalidResult)) ? 'server.malformed' : 'server.failed';
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

function hasCode(code: SdkErrorCode): (error: unknown) => boolean {
  return error => error instanceof SdkError && error.code === code;
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

/** The code of a failed connection, as in ECONNREFUSED or ENOTFOUND, or of a TLS certificate that does not hold. */
function networkReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^(?:E[A-Z]+|UND_ERR_[A-Z_]+|[A-Z]*(?:CERT|TLS|SSL)[A-Z_]*|DEPTH_ZERO[A-Z_]*|SELF_SIGNED[A-Z_]*|UNABLE_TO[A-Z_]*)$/.test(
    error.code,
  )
    ? error.code
    : undefined;
}
