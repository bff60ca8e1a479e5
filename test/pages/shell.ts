import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Printed {
  readonly exit: number;
  /** Both streams, as a terminal shows them. */
  readonly output: string;
}

/** A shell that stays open, so that variables, functions and folders last from one command to the next. */
export class Shell {
  readonly #child: ChildProcessWithoutNullStreams;
  #printed = '';
  #notice: () => void = () => {};

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#child = spawn('bash', ['--noprofile', '--norc'], { cwd, env });
    this.#child.stdout.setEncoding('utf8').on('data', chunk => {
      this.#printed += chunk;
      this.#notice();
    });
    this.#child.once('close', () => this.#notice());
    this.#child.stdin.write('exec 2>&1\n');
  }

  /** Runs a command without standard input. */
  async run(command: string): Promise<Printed> {
    this.#printed = '';
    this.#child.stdin.write(`{ ${command}\n} < /dev/null; printf '\\n${END}%s\\n' "$?"\n`);
    for (;;) {
      const end = AT_END.exec(this.#printed);
      if (end !== null) return { exit: Number(end[1]), output: this.#printed.slice(0, end.index) };
      if (this.#child.exitCode !== null) throw new Error(`The shell has ended in "${command}". ${this.#printed}`);
      await new Promise<void>(resolve => {
        this.#notice = resolve;
      });
    }
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.stdin.end();
    await once(this.#child, 'close');
  }
}

const END = '--- end of the command, exit ';
const AT_END = new RegExp(`\\n${END}(\\d+)\\n$`);
