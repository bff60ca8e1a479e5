import { randomBytes } from 'node:crypto';
import type { Digest } from '@toolmark/core';
import type { Cancellation } from '../cancellation.ts';
import type { Answer, Approver, Question } from './approver.ts';
import { showArguments } from './show-arguments.ts';

/** A waiting question. Its texts, except the arguments, must be escaped before they are shown. */
export interface WaitingQuestion {
  /** A secret of the page. */
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly digest: Digest;
  readonly explain: string;
  readonly arguments: string;
  readonly askedAt: number;
}

const MAX_WAITING = 50;
const LONGEST_SHOWN = 20_000;

/** Questions on the approval page. Each is answered once, and not after it was withdrawn. */
export class WaitingQuestions implements Approver {
  readonly name = 'page';
  private readonly waiting = new Map<string, { readonly shown: WaitingQuestion; readonly end: (a: Answer) => void }>();
  private readonly now: () => number;
  private isClosed = false;

  constructor(now: () => number) {
    this.now = now;
  }

  ask({ arguments: args, ...question }: Question, cancellation: Cancellation): Promise<Answer> {
    if (this.isClosed || this.waiting.size >= MAX_WAITING) return Promise.resolve('unavailable');
    const id = randomBytes(16).toString('base64url');
    const shown = { ...question, id, arguments: showArguments(args, LONGEST_SHOWN), askedAt: this.now() };
    return new Promise(resolve => {
      const end = (answer: Answer): void => {
        this.waiting.delete(id);
        resolve(answer);
      };
      this.waiting.set(id, { shown, end });
      cancellation.onCancel(() => end('unavailable'));
    });
  }

  /** False if no such question is waiting. */
  answer(id: string, answer: 'yes' | 'no'): boolean {
    const found = this.waiting.get(id);
    found?.end(answer);
    return found !== undefined;
  }

  /** Oldest first. */
  all(): WaitingQuestion[] {
    return [...this.waiting.values()].map(({ shown }) => shown);
  }

  close(): void {
    this.isClosed = true;
    for (const { end } of [...this.waiting.values()]) end('unavailable');
  }
}
