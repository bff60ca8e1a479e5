import { inert } from '@toolmark/core';
import type { StoreEntry } from '@toolmark/store';
import { formatTable } from './table.ts';

export function formatStore(entries: readonly StoreEntry[], folder: string): string {
  if (entries.length === 0) return `The store ${inert(folder)} is empty.\n`;
  const rows = entries.map(({ digest, type, name = '-', packages, bytes, usedAt }) => [
    name,
    type,
    String(packages),
    sizeText(bytes),
    usedAt.toISOString().slice(0, 10),
    digest.slice(0, SHORT_DIGEST),
  ]);
  return formatTable([['NAME', 'TYPE', 'PACKAGES', 'SIZE', 'USED', 'DIGEST'], ...rows], 60);
}

/** `sha256:` and twelve digits. */
const SHORT_DIGEST = 19;

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export interface StoreVerdict {
  readonly ok: boolean;
  readonly bad: readonly { readonly digest: string; readonly code: string; readonly message: string }[];
}

export function formatStoreVerdict({ ok, bad }: StoreVerdict): string {
  if (ok) return 'Every stored file is as it was installed.\n';
  return bad.map(({ digest, code, message }) => `${inert(digest)}\n  ${inert(message)} [${code}]\n`).join('');
}
