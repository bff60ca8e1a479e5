import type { Migration } from '../migration.ts';
import { TYPES, type Types } from './0001-tools.ts';

/** Entries of the MCP Registry and their tools. */
export const servers: Migration = {
  statements: kind => [...tables(TYPES[kind]), ...INDEXES, ...FULL_TEXT[kind]],
};

function tables({ integer, text }: Types): string[] {
  return [
    `create table servers (id ${integer} primary key, name ${text} not null unique, owner ${text} not null,
      created_at ${integer} not null)`,
    `create table server_versions (id ${integer} primary key, server ${integer} not null, name ${text} not null,
      version ${text} not null, version_key ${text}, digest ${text} not null, size ${integer} not null,
      searched ${text} not null, status ${text} not null, status_message ${text}, status_changed_at ${integer} not null,
      published_at ${integer} not null, updated_at ${integer} not null, is_latest ${integer} not null,
      facts ${text} not null, publisher ${text} not null, unique (name, version))`,
    `create table server_remotes (url ${text} not null, version ${integer} not null, server ${integer} not null,
      primary key (url, version))`,
    `alter table tools add column server ${integer}`,
  ];
}

/** One per kind of list, in its order: a page can start anywhere at the same cost. */
const INDEXES = [
  "create index server_versions_listed on server_versions (name, version) where status <> 'deleted'",
  'create index server_versions_latest on server_versions (name, version) where is_latest = 1',
  'create index server_versions_by_change on server_versions (updated_at, id)',
  'create index server_versions_by_version on server_versions (version, name)',
  'create index server_versions_by_server on server_versions (server)',
  'create index tools_by_server on tools (server, score) where server is not null',
];

const FULL_TEXT: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  sqlite: [
    `create virtual table server_texts using fts5(text, content='', contentless_delete=1,
      tokenize='trigram case_sensitive 1')`,
  ],
  postgres: ['create index server_versions_by_part on server_versions using gin (searched gin_trgm_ops)'],
};
