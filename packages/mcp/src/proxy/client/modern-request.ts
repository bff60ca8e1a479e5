import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { INVALID_PARAMS } from '../../connect/json-rpc-codes.ts';
import { metaOf, type Parsed } from '../json-rpc.ts';
import { HttpRefusal } from './http-refusal.ts';

export const MODERN_VERSION = '2026-07-28';
export const VERSION_HEADER = 'mcp-protocol-version';

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

const PREFIX = 'io.modelcontextprotocol/';
const VERSION = `${PREFIX}protocolVersion`;
const CAPABILITIES = `${PREFIX}clientCapabilities`;
const CLIENT_INFO = `${PREFIX}clientInfo`;

/** The param that `Mcp-Name` repeats. */
const NAMED_BY = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

type Request = Parsed & { readonly kind: 'request' };

/** Whether the message uses 2026-07-28 or later, by its header or body. */
export function isModernMessage(parsed: Parsed, headers: IncomingHttpHeaders): boolean {
  const version = headers[VERSION_HEADER];
  if (typeof version === 'string' && version >= MODERN_VERSION) return true;
  return parsed.kind !== 'answer' && Object.hasOwn(metaOf(parsed.params), VERSION);
}

/** Why a request violates 2026-07-28. */
export function refusalOfModern(request: Request, headers: IncomingHttpHeaders): HttpRefusal | undefined {
  return metaRefusal(request) ?? versionRefusal(request, headers) ?? methodRefusal(request, headers);
}

function metaRefusal({ params }: Request): HttpRefusal | undefined {
  const meta = metaOf(params);
  const problem =
    typeof member(meta, VERSION) !== 'string'
      ? `${VERSION} must be a string`
      : !isObject(member(meta, CAPABILITIES))
        ? `${CAPABILITIES} must be an object`
        : infoProblem(member(meta, CLIENT_INFO));
  if (problem === undefined) return undefined;
  return new HttpRefusal(400, `Invalid _meta: ${problem}.`, { code: INVALID_PARAMS });
}

function infoProblem(info: Json | undefined): string | undefined {
  if (info === undefined) return undefined;
  const isWhole = isObject(info) && typeof info.name === 'string' && typeof info.version === 'string';
  return isWhole ? undefined : `${CLIENT_INFO} must have a name and a version`;
}

function versionRefusal({ params }: Request, headers: IncomingHttpHeaders): HttpRefusal | undefined {
  const requested = member(metaOf(params), VERSION) ?? '';
  const header = headers[VERSION_HEADER];
  if (header === undefined) return mismatch('The header MCP-Protocol-Version is missing.');
  if (header !== requested) return mismatch('The header MCP-Protocol-Version differs from the body.');
  if (requested === MODERN_VERSION) return undefined;
  const data = { supported: [MODERN_VERSION], requested };
  return new HttpRefusal(400, 'Unsupported MCP version.', { code: UNSUPPORTED_VERSION, data });
}

function methodRefusal({ method, params }: Request, headers: IncomingHttpHeaders): HttpRefusal | undefined {
  if (headers['mcp-method'] === undefined) return mismatch('The header Mcp-Method is missing.');
  if (headers['mcp-method'] !== method) return mismatch('The header Mcp-Method differs from the body.');
  return nameRefusal(method, params, headers['mcp-name']);
}

function nameRefusal(
  method: string,
  params: JsonObject,
  header: string | string[] | undefined,
): HttpRefusal | undefined {
  const source = NAMED_BY.get(method);
  const name = source === undefined ? undefined : member(params, source);
  if (typeof name !== 'string') return undefined;
  if (typeof header !== 'string') return mismatch('The header Mcp-Name is missing.');
  return decodeHeader(header) === name ? undefined : mismatch('The header Mcp-Name differs from the body.');
}

/** Decodes a header value; values that headers cannot carry are base64 of UTF-8. */
export function decodeHeader(value: string): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}

export function encodeHeader(value: string): string {
  const isPlain = /^[!-~]([ -~]*[!-~])?$/.test(value) && !value.startsWith('=?base64?');
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

export function mismatch(message: string): HttpRefusal {
  return new HttpRefusal(400, message, { code: HEADER_MISMATCH });
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}
