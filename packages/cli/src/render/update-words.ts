import { type Change, isJsonObject, type Json, quoteInert } from '@toolmark/core';

/** Whether a change is a signed update or a rollback, which words tell whole. */
export function isUpdateChange({ row }: Pick<Change, 'row'>): boolean {
  return row === 'update.signed' || row === 'update.rollback';
}

/** As in `signed update 1.0.0 → 2.0.0 of "pkg:npm/weather@2.0.0" by key sha256:…`. */
export function updateWords({ row, before, after }: Change): string {
  const [old, now] = [versionIn(before), versionIn(after)];
  if (row === 'update.rollback') return `rollback: version ${now} is older than ${old}, which was seen before`;
  const { package: of, bundle, by } = isJsonObject(after) ? after : {};
  const from = before === undefined ? now : `${old} → ${now}`;
  return `signed update ${from} of ${shown(of)} by ${signer(by)}, bundle ${shown(bundle)}`;
}

function signer(by: Json | undefined): string {
  if (!isJsonObject(by)) return 'its publisher';
  const { type, sha256, issuer, subject } = by;
  return type === 'identity' ? `${shown(subject)} of ${shown(issuer)}` : `${String(type)} sha256:${String(sha256)}`;
}

function versionIn(value: Json | undefined): string {
  return isJsonObject(value) ? shown(value.version) : 'none';
}

function shown(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : '';
  return /^[\w.+:-]{1,100}$/.test(text) ? text : quoteInert(text, 200);
}
