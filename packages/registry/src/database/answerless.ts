import type { CompiledQuery } from 'kysely';

/** Statements whose answer nobody reads. A writer of PostgreSQL sends them and goes on. */
const ANSWERLESS = new WeakSet<CompiledQuery>();

export function withoutAnswer(query: CompiledQuery): CompiledQuery {
  ANSWERLESS.add(query);
  return query;
}

export function isAnswerless(query: CompiledQuery): boolean {
  return ANSWERLESS.has(query);
}
