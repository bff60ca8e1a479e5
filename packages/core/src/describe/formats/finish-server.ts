import {
  child,
  type Finding,
  isJsonObject,
  type JsonObject,
  member,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import { surfaceDigest } from '../identity.ts';
import { PUBLISHER_POINTER, PUBLISHER_PROVIDED, TOOLHIVE_NAMESPACE, TOOLMARK_NAMESPACE } from './extension.ts';
import { extensionBytes } from './extension-size.ts';
import type { Ledger } from './ledger.ts';
import { findServerErrors } from './server-json.ts';
import { SERVER_LIMITS } from './server-rules.ts';
import type { ServerJson } from './server-shape.ts';
import { definitionsOf } from './tools-of-server.ts';

/** Options for writing `server.json`. */
export interface ServerJsonOptions {
  readonly name?: string;
  readonly description?: string;
  readonly version?: string;
  /** Bytes that publisher-provided data may take. */
  readonly maxExtensionBytes?: number;
  /** Where whole definitions can be fetched if they do not fit. */
  readonly definitionsUrl?: string;
}

/** The server with its extension, within the limit, and proven to be one that registries take. */
export function finishServer(
  server: ServerJson,
  provided: JsonObject,
  options: ServerJsonOptions,
  ledger: Ledger,
): ServerJson {
  const limit = options.maxExtensionBytes ?? SERVER_LIMITS.toolhiveExtension;
  const fitting = fitted(server.name, provided, limit, options.definitionsUrl, ledger);
  const finished: ServerJson = { ...server, _meta: { ...server._meta, [PUBLISHER_PROVIDED]: fitting } };
  const findings = findServerErrors(finished, '', { maxExtensionBytes: limit });
  refuseBroken(server.name, findings);
  // A step on the way to another format is published nowhere.
  if (limit < Number.POSITIVE_INFINITY) warnOfSize(findings, ledger);
  return finished;
}

function warnOfSize(findings: readonly Finding[], ledger: Ledger): void {
  for (const { code, message } of findings) {
    if (code === 'server.extension-size') ledger.warn(code, '', `${message} A limit makes it fit.`);
  }
}

function refuseBroken(name: string, findings: readonly Finding[]): void {
  const [first] = findings.filter(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const message = `${quoteInert(name)} would not be a server.json that registries take. ${first.pointer}: ${first.message}`;
  throw new ToolmarkError('convert.refused', message, { findings });
}

/** In this order, until the rest fits. */
const DISPENSABLE = ['tool_definitions', 'overview', 'tools'] as const;

function fitted(
  name: string,
  provided: JsonObject,
  limit: number,
  url: string | undefined,
  ledger: Ledger,
): JsonObject {
  let fitting = provided;
  if (limit === Number.POSITIVE_INFINITY) return fitting;
  for (const dropped of DISPENSABLE) {
    if (extensionBytes(fitting) <= limit) return fitting;
    fitting = without(fitting, dropped, limit, url, ledger);
  }
  const bytes = extensionBytes(fitting);
  if (bytes <= limit) return fitting;
  throw new ToolmarkError(
    'convert.too-large',
    `${quoteInert(name)}: publisher-provided data is ${bytes} bytes without its tools, and the limit is ${limit}.`,
  );
}

function without(
  provided: JsonObject,
  dropped: (typeof DISPENSABLE)[number],
  limit: number,
  url: string | undefined,
  ledger: Ledger,
): JsonObject {
  const extensions = member(provided, TOOLHIVE_NAMESPACE);
  if (!isJsonObject(extensions)) return provided;
  const at = child(PUBLISHER_POINTER, TOOLHIVE_NAMESPACE);
  const pointers: [string, JsonObject][] = [];
  const kept = Object.entries(extensions).map(([key, extension]): [string, JsonObject] => {
    const value = isJsonObject(extension) ? extension : {};
    if (!Object.hasOwn(value, dropped)) return [key, value];
    const origin = ledger.originOf(child(child(at, key), dropped));
    const how = dropped === 'tool_definitions' ? ' Their digest takes their place.' : '';
    if (origin !== undefined) ledger.lose(origin, `It does not fit into ${limit} bytes.${how}`);
    if (dropped === 'tool_definitions') pointers.push([key, toolsPointer(value, url)]);
    return [key, Object.fromEntries(Object.entries(value).filter(([name]) => name !== dropped))];
  });
  const others = pointers.length === 0 ? {} : { [TOOLMARK_NAMESPACE]: Object.fromEntries(pointers) };
  return { ...provided, ...others, [TOOLHIVE_NAMESPACE]: Object.fromEntries(kept) };
}

function toolsPointer(extension: JsonObject, url: string | undefined): JsonObject {
  const tools = definitionsOf(extension);
  const digest = surfaceDigest({ tools, prompts: [], resources: [], templates: [] });
  return { surfaceDigest: digest, tools: tools.length, ...(url === undefined ? {} : { url }) };
}
