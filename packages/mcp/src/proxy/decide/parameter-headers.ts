import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import type { Catalogue } from '../catalogue.ts';
import type { HttpRefusal } from '../client/http-refusal.ts';
import { decodeHeader, encodeHeader, mismatch } from '../client/modern-request.ts';
import type { GuardMode } from '../guard-settings.ts';
import type { Parsed } from '../json-rpc.ts';
import { mirroredIn } from './mirrored-arguments.ts';

/**
 * Arguments repeated in headers must match the body: intermediaries decide by the headers. Hidden tools are not compared, so that
 * the answer does not reveal them.
 */
export function refusalOfParameters(
  { catalogue, settings }: { readonly catalogue: Catalogue; readonly settings: { readonly mode: GuardMode } },
  request: Parsed & { readonly kind: 'request' },
  headers: IncomingHttpHeaders,
): HttpRefusal | undefined {
  const name = member(request.params, 'name');
  if (request.method !== 'tools/call' || typeof name !== 'string') return undefined;
  const tool = catalogue.tools.find(name);
  if (tool === undefined || (tool.plan.isHidden && settings.mode === 'enforce')) return undefined;
  const schema = tool.shown.inputSchema;
  const args = member(request.params, 'arguments');
  for (const { header, path } of mirroredIn(schema)) {
    const value = valueAt(args, path);
    const found = headers[header];
    if (isScalar(value) ? !isSame(value, found) : found !== undefined) {
      return mismatch(`The header ${header} differs from the argument in the body.`);
    }
  }
  return undefined;
}

/** The headers for a server that requires arguments there. */
export function parameterHeaders(definition: JsonObject, args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { header, path } of mirroredIn(definition.inputSchema)) {
    const value = valueAt(args, path);
    if (isScalar(value)) headers[header] = encodeHeader(String(value));
  }
  return headers;
}

function valueAt(args: Json | undefined, path: readonly string[]): Json | undefined {
  let value = args;
  for (const key of path) value = value !== undefined && isJsonObject(value) ? member(value, key) : undefined;
  return value;
}

function isScalar(value: Json | undefined): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function isSame(value: string | number | bigint | boolean, header: string | string[] | undefined): boolean {
  const decoded = typeof header === 'string' ? decodeHeader(header) : undefined;
  if (decoded === undefined) return false;
  if (typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(decoded)) return Number(decoded) === value;
  return decoded === String(value);
}
