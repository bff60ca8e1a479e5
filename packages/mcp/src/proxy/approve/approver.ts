import type { Digest, JsonObject } from '@toolmark/core';
import type { Cancellation } from '../cancellation.ts';

/** A way to ask a person, such as a page or a terminal. */
export interface Approver {
  ask(question: Question, cancellation: Cancellation): Promise<Answer>;
  /** How the person was asked, for the log. */
  readonly name: string;
}

/** A call that needs approval. */
export interface Question {
  readonly server: string;
  readonly tool: string;
  readonly digest: Digest;
  readonly explain: string;
  readonly arguments: JsonObject;
}

/** The answer of a person; `unavailable` if no person can be asked. */
export type Answer = 'yes' | 'no' | 'unavailable';
