import { nameKey, searchWords } from '@toolmark/core';
import type { Tables } from '../database/tables.ts';
import type { Visibility } from '../events/event.ts';

export interface ClaimedTool {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly visibility: Visibility;
  readonly at: number;
  readonly server: number | null;
}

/** A tool of which nothing is shown and nothing was said yet. Written out, because each spread makes the object anew. */
export function emptyTool({ id, name, owner, visibility, at, server }: ClaimedTool): Tables['tools'] {
  return {
    id,
    name,
    name_key: nameKey(name),
    name_words: searchWords(name).join(' '),
    label_words: '',
    owner,
    visibility,
    held: 0,
    created_at: at,
    updated_at: at,
    shown_version: null,
    listed: 0,
    advised: 0,
    risk: 0,
    read_only: 0,
    summary: '',
    positive: 0,
    negative: 0,
    incidents: 0,
    consumers: 0,
    penalty: 0,
    score: 0,
    rank: 0,
    downloads: 0,
    server,
  };
}
