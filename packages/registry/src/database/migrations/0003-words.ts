import type { Migration } from '../migrate.ts';

/**
 * Words as `@toolmark/core` makes them, and no others: marks belong to letters in many scripts. SQLite took some of them for
 * the end of a word, and PostgreSQL asked a parser of its own, which goes by the language of the database. Nothing holds
 * the words but the index, so they are made anew.
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
