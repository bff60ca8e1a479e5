import { Cancellation } from './cancellation.ts';

/** What a person says; `nobody` where there is no one to ask. */
export type Answer = 'yes' | 'no' | 'nobody';

/** `late`: no answer came in time. `gone`: whoever made the call waits no longer. */
export type Awaited = Answer | 'late' | 'gone';

/** Waits for a person, but not for ever. When the waiting ends, the question is withdrawn, and answers change nothing. */
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
