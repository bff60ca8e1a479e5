import { quoteInert } from '@toolmark/core';
import { type Environment, isWithheldFromConfigs } from '../connect/server-environment.ts';
import { refuse } from './refuse-entry.ts';

/** Throws for a variable that no config may hand to a server. */
export function refuseWithheld(name: string, env: Environment): void {
  if (!isWithheldFromConfigs(name, env)) return;
  const next = 'Set a variable of another name to the value that the server needs.';
  refuse('config.withheld-variable', `The variable ${quoteInert(name)} is withheld from servers. ${next}`);
}
