import { equalJson, isJsonObject, type Json, type JsonObject, quoteInert, ToolmarkError } from '@toolmark/core';
import { type ConfigKind, isYaml } from '../config/config-kind.ts';
import { jsonOf, readJsonc } from '../config/read-jsonc.ts';
import { type ConfigEntry, findConfigEntries, serverInSideFile } from './config-entries.ts';
import { looksLikeGuard, namesFile, wordsOf } from './guard-words.ts';
import { guardedEntry, type InstallOptions } from './guarded-entry.ts';
import { formatEntry } from './replace-entries.ts';
import { YAML_LISTS } from './yaml-text.ts';

/** Members that users and clients change after `install` and that do not affect what is started. */
const CLIENT_MEMBERS = new Set([
  ...['disabled', 'enabled', 'alwaysAllow', 'autoApprove', 'trust', 'timeout', 'description', 'disabledTools'],
  ...['available_tools', 'tools', 'display_name', 'includeTools', 'excludeTools', 'enabled_tools'],
  ...['disabled_tools', 'startup_timeout_sec', 'tool_timeout_sec'],
]);

/**
 * The status of an entry that seems to start a guard: `install.guarded` only if it equals what `install` would write for the
 * original in the side file. Undefined for any other server.
 */
export function vouchForGuard(entry: ConfigEntry, value: Json, options: InstallOptions): ToolmarkError | undefined {
  const words = wordsOf(entry.common());
  const { kind, side, guard, lockKey } = options;
  if (!namesFile(words, side.path)) return looksLikeGuard(words) ? otherGuard() : undefined;
  const server = serverInSideFile(entry, side.path) ?? '';
  const original = isKeyOf(server, entry.key) ? side.originals.get(server) : undefined;
  if (original === undefined || !isJsonObject(value)) return noOriginal();
  const source = readEntry(original, kind, server);
  if (!isJsonObject(source)) return noOriginal();
  const lockedAs = lockKey(entry.key) ?? entry.key;
  const expected = guardedEntry(source, kind, guard(server, server === lockedAs ? undefined : lockedAs));
  const differing = differingMembers(value, asWritten(expected, kind, entry));
  return differing.length === 0 ? new ToolmarkError('install.guarded', 'Already guarded.') : differs(differing);
}

/** The original of another server would be checked against the wrong lock entry. */
function isKeyOf(server: string, key: string): boolean {
  return server === key || (server.startsWith(`${key}#`) && /^\d+$/.test(server.slice(key.length + 1)));
}

/** Parses the entry as `install` would write it, so that both sides of the comparison come from the same parser. */
function asWritten(expected: JsonObject, kind: ConfigKind, entry: ConfigEntry): JsonObject {
  const written = readEntry(formatEntry('', kind, entry, expected), kind, entry.key);
  return isJsonObject(written) ? written : {};
}

function readEntry(text: string, kind: ConfigKind, key: string): Json | undefined {
  if (kind !== 'codex' && !isYaml(kind)) return jsonOf(readJsonc(text));
  return findConfigEntries(isYaml(kind) ? `${YAML_LISTS[kind]}:\n${text}` : text, kind)
    .find(entry => entry.key === key)
    ?.read();
}

function differingMembers(value: JsonObject, expected: JsonObject): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(value)]);
  const own = (object: JsonObject, name: string): Json | undefined =>
    Object.hasOwn(object, name) ? object[name] : undefined;
  return [...names].filter(name => !CLIENT_MEMBERS.has(name) && !equalJson(own(value, name), own(expected, name)));
}

const AGAIN = 'Run "toolmark install --undo", then install again.';

function differs(members: readonly string[]): ToolmarkError {
  const names = members.slice(0, 5).map(name => quoteInert(name, 40));
  const message = `The entry starts a guard but differs from what install would write: ${names.join(', ')}. ${AGAIN}`;
  return new ToolmarkError('install.differs', message);
}

function noOriginal(): ToolmarkError {
  return new ToolmarkError(
    'install.no-original',
    'The entry names the side file, but the side file has no original for it.',
  );
}

function otherGuard(): ToolmarkError {
  const next = 'Put the server itself into the config, then install again.';
  return new ToolmarkError(
    'install.other-guard',
    `The entry seems to start a guard that install did not write. ${next}`,
  );
}
