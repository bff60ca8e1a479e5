import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { inert, quoteInert } from '@toolmark/core';
import { type Answer, type Approver, type Cancellation, type Question, showArguments } from '@toolmark/mcp/proxy';

const LONGEST_SHOWN = 4_000;
const MAX_WAITING = 50;

/**
 * Asks at the terminal, one question at a time: `y` and Enter allows, every other line refuses. What was typed while no
 * question was shown answers none.
 */
export class TerminalApprover implements Approver {
  readonly name = 'terminal';
  private readonly stderr: (text: string) => void;
  private readonly lines: ReturnType<typeof createInterface>;
  private last: Promise<unknown> = Promise.resolve();
  private take: ((line: string | undefined) => void) | undefined;
  private waiting = 0;
  private isOver = false;

  constructor(input: Readable, stderr: (text: string) => void) {
    this.stderr = stderr;
    this.lines = createInterface({ input });
    this.lines.on('line', line => this.take?.(line));
    this.lines.on('close', () => {
      this.isOver = true;
      this.take?.(undefined);
    });
  }

  ask(question: Question, cancellation: Cancellation): Promise<Answer> {
    if (this.waiting >= MAX_WAITING) return Promise.resolve('unavailable');
    this.waiting++;
    const answer = this.last.then(() => this.askNow(question, cancellation)).finally(() => this.waiting--);
    this.last = answer;
    return answer;
  }

  close(): void {
    this.lines.close();
  }

  private async askNow(question: Question, cancellation: Cancellation): Promise<Answer> {
    if (this.isOver || cancellation.isCancelled) return 'unavailable';
    this.stderr(words(question));
    const line = await this.nextLine(cancellation);
    const answer = line === undefined ? 'unavailable' : answerOf(line);
    this.stderr(SAID[answer]);
    return answer;
  }

  /** Undefined when the question is withdrawn, or the terminal is gone. */
  private nextLine(cancellation: Cancellation): Promise<string | undefined> {
    return new Promise(resolve => {
      const end = (line: string | undefined): void => {
        if (this.take !== end) return;
        this.take = undefined;
        resolve(line);
      };
      this.take = end;
      cancellation.onCancel(() => end(undefined));
    });
  }
}

const SAID = { yes: 'Allowed.\n', no: 'Refused.\n', unavailable: '\nThe question is withdrawn.\n' };

function answerOf(line: string): 'yes' | 'no' {
  return line.trim() === 'y' ? 'yes' : 'no';
}

function words({ server, tool, digest, explain, arguments: args }: Question): string {
  const shown = showArguments(args, LONGEST_SHOWN);
  return `\nCall ${quoteInert(tool)} on ${quoteInert(server)} (${digest.slice(0, 19)}…)?\n${inert(explain)}\n${shown}\nAllow? y and Enter: yes; anything else: no > `;
}
