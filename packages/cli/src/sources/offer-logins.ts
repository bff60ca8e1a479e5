import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import type { NamedServer, ServerResult } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { type BrowserOptions, logInToServer } from './log-in-to-server.ts';

type Failed = Extract<ServerResult, { error: unknown }>;

/**
 * On a terminal, people are asked whether they want to log in to the servers that want it, one after the other. The servers
 * are then asked again. A config may come from a stranger: nothing is opened before a yes.
 */
export async function offerLogins(
  results: readonly ServerResult[],
  askAgain: (servers: readonly NamedServer[]) => Promise<readonly ServerResult[]>,
  options: BrowserOptions,
  io: Io,
  confirm: (question: string) => Promise<boolean> = askYes,
): Promise<ServerResult[]> {
  if (!io.isInteractive) return [...results];
  const outcomes = new Map<NamedServer, ServerResult>();
  for (const result of results) {
    if (!wantsLogin(result)) continue;
    const { key, source } = result.server;
    if (source.kind !== 'http' || !(await confirm(`${quoteInert(key)} asks for a login. Log in now?`))) continue;
    outcomes.set(result.server, await loggedIn(result, source.url, askAgain, options, io));
  }
  return results.map(result => outcomes.get(result.server) ?? result);
}

function wantsLogin(result: ServerResult): result is Failed {
  return 'error' in result && result.error.code === 'authorization.login-required';
}

async function loggedIn(
  failed: Failed,
  url: string,
  askAgain: (servers: readonly NamedServer[]) => Promise<readonly ServerResult[]>,
  options: BrowserOptions,
  io: Io,
): Promise<ServerResult> {
  try {
    const { server } = await logInToServer(url, options, io);
    io.stderr(`Logged in to ${inert(server)}.\n`);
    return (await askAgain([failed.server]))[0] ?? failed;
  } catch (error) {
    if (error instanceof ToolmarkError) return { ...failed, error };
    throw error;
  }
}

async function askYes(question: string): Promise<boolean> {
  return (await import('./ask-yes.ts')).askYes(question);
}
