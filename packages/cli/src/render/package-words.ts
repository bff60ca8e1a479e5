import { type Change, isJsonObject, type Json, quoteInert } from '@toolmark/core';

/** Whether a change is one of the code behind a server. */
export function isPackageChange({ row }: Change): boolean {
  return /^(?:package|dependency)\./.test(row);
}

/** Whether the words name both sides already. */
export function isToldInWords(change: Change): boolean {
  const hasVersions = change.row.startsWith('dependency.') || change.row === 'package.unpinned';
  const isDigest = /^\/package\/(?:tree|integrity|scripts)$/.test(change.pointer);
  return isPackageChange(change) && (hasVersions || isDigest || change.row === 'package.changed');
}

/** What happened to the code behind a server, in words for people. */
export function packageWords({ type, row, pointer, before, after }: Change): string {
  if (row === 'package.address') return after === undefined ? 'server is no longer remote' : 'address changed';
  if (row === 'package.provenance')
    return after === undefined ? 'package has no provenance any more' : 'package was built elsewhere';
  if (row === 'package.files') return 'local files changed';
  if (row === 'package.script') return type === 'install_script_added' && before === undefined ? ADDED : CHANGED;
  if (row === 'package.unpinned') return `package is no longer pinned: was ${thing(before)}`;
  if (row.startsWith('dependency.')) return dependencyWords(before, after);
  return changedWords(pointer, before, after);
}

const ADDED = 'install script added';
const CHANGED = 'install script changed';

/** As in `1.3.0 → 1.3.1`. */
function dependencyWords(before: Json | undefined, after: Json | undefined): string {
  const [old, now] = [versionOf(before), versionOf(after)];
  if (before === undefined) return `dependency added: ${now}`;
  if (after === undefined) return `dependency removed: ${old}`;
  return old === now ? `dependency changed: ${old} with other content` : `dependency changed: ${old} → ${now}`;
}

function changedWords(pointer: string, before: Json | undefined, after: Json | undefined): string {
  if (pointer === '/package') return `package replaced: ${thing(before)} → ${thing(after)}`;
  const member = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (member === 'tree') return 'dependencies changed';
  if (member === 'integrity') return 'package content changed';
  return `package ${NAMES[member] ?? member} changed: ${text(before)} → ${text(after)}`;
}

const NAMES: Readonly<Record<string, string>> = { bin: 'program', python: 'Python version' };

/** A package by its name and version. */
function thing(value: Json | undefined): string {
  if (!isJsonObject(value)) return 'nothing that is known';
  const { type, name, version, reason } = value;
  if (type === 'unpinned') return text(reason);
  return `${text(type)} ${text(name)}${version === undefined ? '' : ` ${text(version)}`}`;
}

function versionOf(value: Json | undefined): string {
  return isJsonObject(value) && value.version !== undefined ? text(value.version) : 'no version';
}

/** Versions and names come from a registry: unquoted only if they are plain. */
function text(value: Json | undefined): string {
  if (typeof value !== 'string') return 'none';
  return /^[\w.+@/-]{1,80}$/.test(value) ? value : quoteInert(value);
}
