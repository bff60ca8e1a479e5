import { type Digest, type Json, sha256 } from '@toolmark/core';
import type { OfferedTool } from '../catalogue.ts';

/** Binds an approval to one tool, its locked definition and these arguments. */
export function bindApproval(
  { server, id, locked }: Pick<OfferedTool, 'server' | 'id' | 'locked'>,
  args: Json,
): Digest {
  return sha256(inOrder([server, id, locked.digest, args]));
}

/** Canonical text with sorted keys. Unlike RFC 8785 it supports integers beyond 2^53. */
function inOrder(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${inOrder(item)}`)
    .join(',')}}`;
}
