import { quoteInert, ToolmarkError } from '@toolmark/core';
import { type Environment, isWithheldFromConfigs } from '../connect/server-environment.ts';

/** Codes of problems in config files and their entries (docs/spec/sources.md). */
export const CONFIG_CODES = [
  ...['config.encoding', 'config.syntax', 'config.too-large', 'config.duplicate-key', 'config.similar-key'],
  ...['config.malformed', 'config.disabled', 'config.shadowed', 'config.needs-input', 'config.unset-variable'],
  ...['config.withheld-variable', 'config.same-server', 'config.keys-apart', 'config.behind-guard'],
  ...['config.unresolved-guard', 'config.unknown-variable', 'config.unsupported', 'config.incomplete'],
] as const;

export function refuse(code: (typeof CONFIG_CODES)[number], message: string): never {
  throw new ToolmarkError(code, message);
}

/** Throws for a variable that no config may pass to a server. */
export function refuseWithheld(name: string, env: Environment): void {
  if (!isWithheldFromConfigs(name, env)) return;
  const advice = 'Set a variable with another name to the value the server needs.';
  refuse('config.withheld-variable', `The variable ${quoteInert(name)} is not passed to servers. ${advice}`);
}

/** For an entry that starts a guard whose upstream server is unknown: neither the guard nor a guess is queried instead. */
export function unresolvedGuard(reason: string, cause?: unknown): ToolmarkError {
  const advice = 'Reinstall the guard, or put the server itself into the config.';
  return new ToolmarkError('config.unresolved-guard', `${reason} The server behind it was not checked. ${advice}`, {
    cause,
  });
}
