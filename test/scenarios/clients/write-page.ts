import { writeFileSync } from 'node:fs';
import { type TriedClient, UNTRIED } from './clients.ts';

/** What a client saw directly and behind the guard. */
export interface Outcome {
  readonly client: TriedClient;
  /** Byte for byte, and not empty. */
  readonly same: boolean;
  readonly tools: number;
  readonly calls: number;
  readonly bytes: number;
  /** Tools that the client sees only directly, because they are not in the lock. */
  readonly withheld: readonly string[];
  readonly trouble?: string;
}

/** The page of all clients: what was tried, and what was not. */
export function writePage(file: string, outcomes: readonly Outcome[]): void {
  const rows = outcomes.map(
    ({ client, same, tools, calls, withheld }) =>
      `| ${client.name} | \`${client.packages[0]}\` | ${client.command} | ${tools} tools, ${calls} calls | ${verdict(same, withheld)} |`,
  );
  const untried = UNTRIED.map(([name, why]) => `| ${name} | ${why} |`);
  writeFileSync(file, `${[...HEAD, ...rows, ...MIDDLE, ...untried, ''].join('\n')}`);
}

function verdict(same: boolean, withheld: readonly string[]): string {
  if (!same) return '**different**';
  if (withheld.length === 0) return 'same bytes';
  return `same bytes, without ${withheld.map(name => `\`${name}\``).join(', ')}, which was not locked`;
}

const HEAD = [
  '# Clients',
  '',
  '`npx tsx test/scenarios/clients/try-clients.ts` makes this page. It installs each client from npm, in the version shown, and lets it',
  'list the tools of `@modelcontextprotocol/server-everything` and call three of them: once with the server itself, and once behind `toolmark guard`',
  'with a lock of that server. What the client hands to its user, or sends to its model, must be the same byte for byte. `.ci/run` does this with four clients.',
  '',
  '| client | version | how it was used | what was compared | direct against guarded |',
  '|---|---|---|---|---|',
];

const MIDDLE = [
  '',
  'The guard was started with `--start-wait 60`: on a busy machine it would otherwise answer the first list from the lock, in the order of the last list that it saw,',
  'and correct it with `list_changed` ([guard.md](spec/guard.md)).',
  '',
  'The lock was written with `--capabilities sampling elicitation={"form":{},"url":{}} roots`, because the server shows more tools to clients that have these.',
  '',
  '## Untested',
  '',
  '`toolmark install` edits the configs of many of these ([install.md](spec/install.md)); that they work behind the guard was not tried by the script.',
  '',
  '| client | why |',
  '|---|---|',
];
