import { createClient } from '@toolmark/client';
import { inert, ToolmarkError } from '@toolmark/core';
import { keepToken } from '../credentials.ts';
import { EXIT, type Io } from '../io.ts';
import { registryUrl } from '../open-client.ts';
import { formatJson } from '../print-json.ts';

export interface LoginArguments {
  readonly registry?: string;
  readonly logout: boolean;
  readonly format: 'text' | 'json';
}

/** Keeps a token for a registry, after asking the registry whose it is; or forgets it. */
export async function runLogin(given: LoginArguments, io: Io): Promise<number> {
  const registry = registryUrl(given, io);
  if (given.logout) {
    const file = await keepToken(registry, undefined, io);
    if (given.format === 'json') io.out(formatJson({ registry, file }));
    else io.out(`logged out of ${inert(registry)}\n`);
    return EXIT.yes;
  }
  const token = await askToken(registry, io);
  const { id, permissions } = await createClient({ url: registry, token }).me();
  const file = await keepToken(registry, token, io);
  if (given.format === 'json') io.out(formatJson({ registry, id, permissions, file }));
  else
    io.out(
      `logged in to ${inert(registry)} as ${inert(id)} (${inert(permissions.join(', '))})\nkept in ${inert(file)}\n`,
    );
  return EXIT.yes;
}

/** On the terminal or on standard input; never as an argument, where others on the machine could read it. */
async function askToken(registry: string, io: Io): Promise<string> {
  const given = io.isInteractive ? await prompt(registry) : new TextDecoder().decode(io.stdin(4096));
  const token = given?.trim() ?? '';
  if (token !== '') return token;
  throw new ToolmarkError('login.no-token', 'Give the token on standard input, as in: toolmark login < token-file');
}

async function prompt(registry: string): Promise<string | undefined> {
  const { promptPassphrase } = await import('../passphrase-prompt.ts');
  return await promptPassphrase(`Token for ${inert(registry)}`);
}
