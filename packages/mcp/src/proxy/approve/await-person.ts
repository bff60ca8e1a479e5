import { Cancellation } from '../cancellation.ts';
import type { Answer } from './approver.ts';

/** `late`: no answer in time. `gone`: the call was cancelled. */
export type Awaited = Answer | 'late' | 'gone';

/** Waits for a person until the timeout. Then the question is withdrawn, and later answers have no effect. */
export function awaitPerson(
  timeoutMs: number,
  caller: Cancellation,
  ask: (question: Cancellation) => Promise<Answer>,
): Promise<Awaited> {
  return new Promise((resolve, reject) => {
    const question = new Cancellation();
    const end = (outcome: Awaited): void => {
      clearTimeout(timer);
      resolve(outcome);
      question.cancel();
    };
    const timer = setTimeout(() => end('late'), timeoutMs);
    caller.onCancel(() => end('gone'));
    if (caller.isCancelled) return;
    ask(question)
      .then(end, reject)
      .finally(() => clearTimeout(timer));
  });
}
