import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Step } from './page.ts';
import { type Printed, Shell } from './shell.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '../..');
const CLIENT = path.join(import.meta.dirname, 'ask-guard.js');
const SERVERS = path.join(CHECKOUT, 'test/scenarios/servers');

/** Addresses in pages that do not exist here, and their replacements. */
export type StandIns = Readonly<Record<string, string>>;

/** What the reader of a page has beside a home and a folder. */
export interface World {
  readonly standIns?: StandIns;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the packages of this repository are installed in the folder. Default: true. */
  readonly hasModules?: boolean;
}

/** One reader with a home, a folder and a shell, who does what a page says. */
export class Session {
  readonly #folder: string;
  readonly #home: string;
  readonly #shell: Shell;
  readonly #standIns: readonly (readonly [string, string])[];
  #isServing = false;

  static async open(world: World = {}): Promise<Session> {
    return new Session(`127.0.0.1:${await freePort()}`, world);
  }

  private constructor(registry: string, { standIns = {}, env = {}, hasModules = true }: World) {
    this.#standIns = Object.entries({ '127.0.0.1:8484': registry, ...standIns });
    this.#home = mkdtempSync(path.join(tmpdir(), 'toolmark-page-'));
    this.#folder = path.join(this.#home, 'project');
    mkdirSync(this.#folder);
    if (hasModules) symlinkSync(path.join(CHECKOUT, 'node_modules'), path.join(this.#folder, 'node_modules'));
    this.#shell = new Shell(this.#folder, { ...environment(this.#home, registry), ...env });
  }

  async follow(step: Step): Promise<Printed> {
    if (step.kind === 'file') return this.#write(step.name, step.text);
    const command = this.#standIns.reduce((text, [from, to]) => text.replaceAll(from, to), step.command);
    if (STAYS.test(command)) return await this.#serve(command);
    const { exit, output } = await this.#shell.run(GUARD.test(command) ? asClient(command) : command);
    return { exit, output: this.#asPrinted(output) };
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.#shell.close();
    rmSync(this.#home, { recursive: true, force: true });
  }

  #write(name: string, text: string): Printed {
    const file = path.join(this.#folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return { exit: 0, output: '' };
  }

  /** What serves until it is stopped goes on beside the rest of the page, or until the next one is started. */
  async #serve(command: string): Promise<Printed> {
    await this.#stop();
    const [last = '', ...before] = command.split(' && ').reverse();
    if (before.length > 0) await this.#shell.run(before.reverse().join(' && '));
    const started = await this.#shell.run(`
      exec {served}< <(exec env ${last} 2>&1); serving=$!; isListening=false
      while read -r line <&$served; do echo "$line"; case $line in *"listening on"*) isListening=true; break; esac; done
      cat <&$served > /dev/null &
      $isListening`);
    this.#isServing = started.exit === 0;
    return started;
  }

  /** As Ctrl-C does. Whatever serves must end well. */
  async #stop(): Promise<void> {
    if (!this.#isServing) return;
    this.#isServing = false;
    const { exit, output } = await this.#shell.run('kill "$serving" && wait "$serving"');
    if (exit !== 0) throw new Error(`What served ended with ${exit}. ${output}`);
  }

  #asPrinted(output: string): string {
    const text = this.#standIns.reduce((text, [from, to]) => text.replaceAll(to, from), output);
    return text.replaceAll(this.#folder, '/home/ada/project').replaceAll(this.#home, '/home/ada');
  }
}

const STAYS = /\btoolmark serve\b|\bnpm start\b/;
const GUARD = /\btoolmark guard\b/;

/** A guard waits for a client on its standard input, so a client starts it. */
function asClient(command: string): string {
  return `node '${CLIENT}' bash -c '${command.replaceAll("'", `'\\''`)}'`;
}

/** A clean environment: PATH, a home, and the address of a test registry. */
function environment(home: string, registry: string): Record<string, string> {
  const bin = path.join(import.meta.dirname, 'bin');
  return {
    PATH: [bin, path.join(CHECKOUT, 'node_modules/.bin'), path.dirname(process.execPath), process.env.PATH].join(':'),
    HOME: home,
    SERVERS,
    PORT: registry.split(':')[1] ?? '',
    TOOLMARK_REGISTRY: `http://${registry}`,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
