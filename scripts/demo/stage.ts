import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Agent } from './agent.ts';

export const TOOLMARK = path.resolve(import.meta.dirname, '../../packages/cli/bin/toolmark.js');

/** Each role has a folder, which is also its home. */
export type Role = 'operator' | 'ada' | 'acme' | 'server';

export interface Ended {
  readonly exit: number;
  readonly output: string;
}

/** The folders and processes of the demo. `close` ends and removes all of them. */
export class Stage {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolmark-demo-')));
  readonly #children = new Set<ChildProcessWithoutNullStreams>();
  readonly #agents = new Set<Agent>();
  readonly #hasColor: boolean;
  #registry = '';
  #isClosed = false;

  constructor(hasColor: boolean) {
    this.#hasColor = hasColor;
    for (const role of ['operator', 'ada', 'acme', 'server']) mkdirSync(path.join(this.folder, role));
  }

  pathOf(role: Role, file: string): string {
    return path.join(this.folder, role, file);
  }

  write(role: Role, file: string, value: unknown): void {
    writeFileSync(this.pathOf(role, file), `${JSON.stringify(value, null, 2)}\n`);
  }

  /** Runs a command to its end. */
  async run(role: Role, line: string): Promise<Ended> {
    const child = this.#start(role, line);
    const closed = once(child, 'close');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [exit] = await closed;
    this.#refuseWhenClosed();
    return { exit: exit ?? 1, output: this.#shown(role, stdout + stderr) };
  }

  /** Starts a registry. All later commands use its address. */
  async serve(role: Role, line: string): Promise<Ended> {
    const said = await stderrUntil(this.#start(role, line), /listening on https?:\S+\s/);
    this.#registry = /listening on (https?:[^\s"]+)/.exec(said)?.[1] ?? '';
    return { exit: this.#registry === '' ? 1 : 0, output: this.#shown(role, said) };
  }

  get registry(): string {
    return this.#registry;
  }

  /** A real MCP client, which will start the command as its server. */
  agent(role: Role, line: string): Agent {
    this.#refuseWhenClosed();
    const [command = '', ...args] = commandOf(line).args;
    const agent = new Agent({ command, args, cwd: path.join(this.folder, role), env: this.#envOf(role) });
    this.#agents.add(agent);
    return agent;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#agents].map(agent => agent.close()));
    const running = [...this.#children];
    for (const child of running) child.kill();
    await Promise.all(running.map(child => once(child, 'close')));
    rmSync(this.folder, { recursive: true, force: true });
  }

  #start(role: Role, line: string): ChildProcessWithoutNullStreams {
    this.#refuseWhenClosed();
    const { args, input } = commandOf(line);
    const [command = '', ...rest] = args;
    const child = spawn(command, rest, { cwd: path.join(this.folder, role), env: this.#envOf(role) });
    this.#children.add(child);
    child.once('close', () => this.#children.delete(child));
    // A command that does not read its input may end before it is written.
    child.stdin.on('error', () => {}).end(input === undefined ? '' : readFileSync(this.pathOf(role, input)));
    return child;
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed) throw new Error('Interrupted.');
  }

  /** Keeps the user's own registry and database settings out. */
  #envOf(role: Role): Record<string, string> {
    const home = path.join(this.folder, role);
    const kept = ['PATH', 'SYSTEMROOT', 'TMPDIR', 'TEMP'].flatMap(name => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    });
    return {
      ...Object.fromEntries(kept),
      ...{ HOME: home, USERPROFILE: home, TOOLMARK_REGISTRY: this.#registry },
      ...(this.#hasColor ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
    };
  }

  #shown(role: Role, output: string): string {
    return output.replaceAll(path.join(this.folder, role), '~').trimEnd();
  }
}

/** Parses a command line with quoted words and `< FILE`. */
function commandOf(line: string): { readonly args: readonly string[]; readonly input: string | undefined } {
  const [typed = '', input] = line.split(' < ');
  const words = [...typed.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  return { args: [process.execPath, TOOLMARK, ...words.slice(1)], input };
}

/** The standard error of a process up to a match, or to its end. */
function stderrUntil(child: ChildProcessWithoutNullStreams, awaited: RegExp): Promise<string> {
  return new Promise(resolve => {
    let said = '';
    child.once('close', () => resolve(said));
    child.stderr.on('data', chunk => {
      said += chunk;
      if (awaited.test(said)) resolve(said);
    });
  });
}
