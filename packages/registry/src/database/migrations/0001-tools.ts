import type { Migration } from '../migration.ts';

/** Accounts, tools and feedback. */
export const tools: Migration = {
  statements: kind => [...tables(TYPES[kind]), ...INDEXES, ...FULL_TEXT[kind]],
};

export interface Types {
  readonly integer: string;
  readonly real: string;
  readonly bytes: string;
  /** Compared byte by byte, so that both databases sort in the same order. */
  readonly text: string;
}

export const TYPES: Readonly<Record<'sqlite' | 'postgres', Types>> = {
  sqlite: {
    integer: 'integer',
    real: 'real',
    bytes: 'blob',
    text: 'text',
  },
  postgres: {
    integer: 'bigint',
    real: 'double precision',
    bytes: 'bytea',
    text: 'text collate "C"',
  },
};

function tables({ integer, real, bytes, text }: Types): string[] {
  return [
    `create table events (seq ${integer} primary key, at ${integer} not null, actor ${text} not null, kind ${text} not null,
      subject ${text} not null, body ${text} not null)`,
    `create table blobs (digest ${text} primary key, bytes ${bytes} not null)`,
    `create table publishers (id ${text} primary key, name ${text} not null, status ${text} not null,
      permissions ${text} not null, created_at ${integer} not null, positive ${integer} not null,
      negative ${integer} not null, incidents ${integer} not null)`,
    `create table tokens (id ${text} primary key, hash ${text} not null unique, publisher ${text} not null,
      label ${text} not null, namespace ${text}, created_at ${integer} not null, expires_at ${integer},
      revoked_at ${integer})`,
    `create table certificates (publisher ${text} not null, fingerprint ${text} not null, pem ${text} not null,
      added_at ${integer} not null, revoked_at ${integer}, primary key (publisher, fingerprint))`,
    `create table tools (id ${integer} primary key, name ${text} not null unique, name_key ${text} not null, name_words ${text} not null,
      label_words ${text} not null,       owner ${text} not null, visibility ${text} not null, held ${integer} not null, created_at ${integer} not null,
      updated_at ${integer} not null, shown_version ${integer}, listed ${integer} not null, risk ${integer} not null,
      read_only ${integer} not null, summary ${text} not null, positive ${integer} not null,
      negative ${integer} not null, incidents ${integer} not null, consumers ${integer} not null,
      penalty ${real} not null, score ${real} not null, rank ${real} not null, downloads ${integer} not null)`,
    `create table versions (id ${integer} primary key, tool ${integer} not null, version ${text} not null,
      version_key ${text} not null, digest ${text} not null, tool_digest ${text} not null,
      content ${text} not null, status ${text} not null,
      reason ${text}, advisory ${text}, status_before ${text}, publisher ${text} not null, published_at ${integer} not null, verification ${text} not null,
      penalty ${real} not null, downloads ${integer} not null, unique (tool, version))`,
    `create table facets (kind ${text} not null, value ${text} not null, tool ${integer} not null,
      primary key (kind, value, tool))`,
    `create table grants (tool ${integer} not null, publisher ${text} not null, primary key (tool, publisher))`,
    `create table voices (version ${integer} not null, principal ${text} not null, ledger ${text} not null,
      tool ${integer} not null, type ${text} not null, at ${integer} not null, details ${text} not null,
      primary key (version, principal, ledger))`,
    `create table consumers (tool ${integer} not null, principal ${text} not null, at ${integer} not null,
      primary key (tool, principal))`,
    `create table reviews (id ${integer} primary key, tool ${integer} not null, version ${integer},
      cause ${text} not null, severity ${text} not null, summary ${text} not null, reporter ${text} not null,
      opened_at ${integer} not null, status ${text} not null, decided_by ${text}, decided_at ${integer},
      decision ${text})`,
    `create table advisories (id ${text} primary key, review ${integer} not null, tool ${text} not null,
      version ${text} not null, digests ${text} not null, severity ${text} not null, summary ${text} not null,
      issued_at ${integer} not null, withdrawn_at ${integer})`,
    `create table settings (key ${text} primary key, value ${text} not null)`,
  ];
}

const INDEXES = [
  'create index tools_by_key on tools (name_key)',
  'create index tools_by_owner on tools (owner, created_at)',
  'create index tools_by_rank on tools (rank, name) where listed = 1',
  'create index versions_by_tool on versions (tool, version_key desc)',
  'create index versions_by_digest on versions (tool_digest)',
  'create index versions_by_content on versions (content)',
  'create index facets_by_tool on facets (tool)',
  'create index grants_by_publisher on grants (publisher)',
  'create index voices_by_tool on voices (tool)',
  'create index reviews_by_status on reviews (status, id)',
  'create index reviews_by_tool on reviews (tool, id)',
  'create index advisories_by_tool on advisories (tool, version)',
  'create index tokens_by_publisher on tokens (publisher)',
  "create index refusals on events (seq) where kind = 'attempt.refused'",
];

/** `@toolmark/core` splits text into words for both databases. */
const FULL_TEXT: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  sqlite: [
    `create virtual table tool_words using fts5(words, content='', contentless_delete=1, detail=none,
      tokenize='unicode61 remove_diacritics 0', prefix='3')`,
    `create virtual table tool_names using fts5(name, content='', contentless_delete=1, tokenize='trigram')`,
  ],
  postgres: [
    'create extension if not exists pg_trgm',
    'create table tool_words (tool bigint primary key, words tsvector not null)',
    'create index tool_words_index on tool_words using gin (words)',
    'create index tools_by_part on tools using gin (name gin_trgm_ops)',
  ],
};
