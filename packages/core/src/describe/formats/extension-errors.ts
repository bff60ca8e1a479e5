import { child, type Finding, isJsonObject, member } from '../../base/index.ts';
import { findMcpToolErrors } from '../mcp-tool.ts';
import {
  type Extension,
  extensionsOf,
  isProvidedTwice,
  PUBLISHER_PROVIDED,
  providedIn,
  TOOLHIVE_NAMESPACE,
} from './extension.ts';
import { extensionBytes } from './extension-size.ts';
import { SERVER_LIMITS } from './server-rules.ts';
import type { ServerJson } from './server-shape.ts';
import { findMisshapen } from './shape.ts';
import { EXTENSION_SHAPE } from './toolhive-shape.ts';
import { findToolsMismatch } from './tools-mismatch.ts';

/** Errors below `_meta`: extensions under an unknown key, invalid tools, and too many bytes. */
export function findExtensionErrors(
  server: ServerJson,
  at: string,
  maxBytes: number = SERVER_LIMITS.toolhiveExtension,
): Finding[] {
  const extensions = extensionsOf(server);
  return [
    ...findMetaErrors(server, at),
    ...extensions.flatMap(extension => findInExtension(extension, at)),
    ...findKeyErrors(extensions, at),
    ...findSizeErrors(server, at, maxBytes),
  ];
}

function findMetaErrors(server: ServerJson, at: string): Finding[] {
  const meta = server._meta ?? {};
  const others = Object.keys(meta).filter(key => key !== PUBLISHER_PROVIDED);
  const findings: Finding[] = others.map(key => ({
    code: 'server.meta-dropped',
    severity: 'info',
    pointer: child(`${at}/_meta`, key),
    message: 'The official registry drops this: it keeps only publisher-provided data.',
  }));
  if (isProvidedTwice(server)) return [...findings, providedTwice(at)];
  for (const [holder, key] of [
    ['_meta', PUBLISHER_PROVIDED],
    ['meta', 'publisher_provided'],
  ] as const) {
    const value = member(server, holder);
    const provided = isJsonObject(value) ? member(value, key) : undefined;
    if (provided !== undefined && !isJsonObject(provided)) findings.push(notAnObject(child(`${at}/${holder}`, key)));
  }
  const provided = providedIn(server);
  const toolhive = provided === undefined ? undefined : member(provided.value, TOOLHIVE_NAMESPACE);
  if (provided === undefined || toolhive === undefined) return findings;
  const pointer = child(`${at}${provided.pointer}`, TOOLHIVE_NAMESPACE);
  if (!isJsonObject(toolhive)) return [...findings, notAnObject(pointer)];
  const broken = Object.entries(toolhive).filter(([, value]) => !isJsonObject(value));
  return [...findings, ...broken.map(([key]) => notAnObject(child(pointer, key)))];
}

function providedTwice(at: string): Finding {
  const message =
    'Publisher-provided data is in "_meta" and in "meta": readers would see different tools. Keep one of them.';
  return { code: 'server.provided-twice', severity: 'error', pointer: `${at}/meta`, message };
}

function notAnObject(pointer: string): Finding {
  return { code: 'schema.type', severity: 'error', pointer, message: 'Expected an object here.' };
}

function findInExtension({ pointer, value }: Extension, at: string): Finding[] {
  const place = `${at}${pointer}`;
  const shape = findMisshapen(EXTENSION_SHAPE, value, place);
  const tools = member(value, 'tool_definitions');
  const malformed = (Array.isArray(tools) ? tools : []).flatMap((tool, index) =>
    findMcpToolErrors(tool, `${place}/tool_definitions/${index}`),
  );
  return [...shape, ...malformed, ...findToolsMismatch(value, place)];
}

function findKeyErrors(extensions: readonly Extension[], at: string): Finding[] {
  const unmatched = extensions.filter(({ isMatched }) => !isMatched);
  const isUnclear = extensions.length > 1 && unmatched.length === extensions.length;
  return unmatched.map(({ pointer }) => ({
    code: 'server.extension-key',
    severity: isUnclear ? 'error' : 'warning',
    pointer: `${at}${pointer}`,
    message: isUnclear
      ? 'None of the extensions has a package identifier or remote URL of this server as its key.'
      : 'The key of this extension is not a package identifier or remote URL of this server, so its tools are ignored.',
  }));
}

function findSizeErrors(server: ServerJson, at: string, maxBytes: number): Finding[] {
  const provided = providedIn(server);
  if (provided === undefined) return [];
  const bytes = extensionBytes(provided.value);
  const pointer = `${at}${provided.pointer}`;
  if (bytes > maxBytes) {
    const message = `Publisher-provided data is ${bytes} bytes, more than ${maxBytes}.`;
    return [{ code: 'server.extension-size', severity: 'error', pointer, message }];
  }
  if (bytes <= SERVER_LIMITS.officialExtension) return [];
  const message = `Publisher-provided data is ${bytes} bytes; the official registry accepts ${SERVER_LIMITS.officialExtension}.`;
  return [{ code: 'server.extension-size', severity: 'warning', pointer, message }];
}
