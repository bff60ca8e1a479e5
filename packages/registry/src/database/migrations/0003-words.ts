import type { Migration } from '../migration.ts';

/**
 * Indexes words exactly as `@toolmark/core` splits them. Before, SQLite ended words at combining marks and PostgreSQL used
 * the parser of its language. Only the index holds the words, so they are written again.
 */
export const words: Migration = {
  statements: kind => STATEMENTS[kind],
  newWords: true,
};

const STATEMENTS: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  sqlite: [
    'drop table tool_words',
    `create virtual table tool_words using fts5(words, content='', contentless_delete=1, detail=none,
      tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'", prefix='3')`,
  ],
  postgres: ['delete from tool_words'],
};
