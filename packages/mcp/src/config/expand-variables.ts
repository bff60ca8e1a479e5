import { quoteInert } from '@toolmark/core';
import type { ConfigKind } from './config-kind.ts';
import { refuse } from './refuse-entry.ts';
import { refuseWithheld } from './refuse-withheld.ts';

/** What variables in a config file can stand for. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the project, for `${workspaceFolder}`. */
  readonly workspaceFolder?: string;
  /** The home of the user, for `${userHome}`. */
  readonly home?: string;
}

/** Where a text names a variable, by how its host writes them. A group that matched is the name. */
const BRACED = /\$\{([^{}]*)\}/g;
const BARE_OR_BRACED = /\$(?:\{([^{}]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;
const OPENCODE = /\{(env:[^{}]*|file:[^{}]*)\}/g;
const CONTINUE = /\$\{\{\s*([^{}]*?)\s*\}\}/g;

/** Hosts that are not listed take texts as they are. */
const SYNTAX: Partial<Record<ConfigKind, RegExp>> = {
  json: BRACED,
  'claude-code': BRACED,
  gemini: BARE_OR_BRACED,
  opencode: OPENCODE,
  continue: CONTINUE,
};

/** The text with its variables filled in, once: what a variable holds is never read for further variables. */
export function expandVariables(text: string, around: Surroundings, kind: ConfigKind): string {
  const syntax = SYNTAX[kind];
  if (syntax === undefined) return text;
  return text.replace(syntax, (_, first?: string, second?: unknown) => {
    const name = first ?? (typeof second === 'string' ? second : '');
    return kind === 'continue' ? secretOf(name, around) : meaningOf(name, around);
  });
}

/** Continue keeps secrets itself; the guard gets each of them in a variable of the same name. */
function secretOf(name: string, around: Surroundings): string {
  const [, secret] = /^(?:secrets|inputs)\.(.*)$/s.exec(name) ?? [];
  return environmentValue(secret === undefined || secret.includes(':') ? name : secret, around);
}

function meaningOf(name: string, around: Surroundings): string {
  if (name.startsWith('input:')) {
    refuse('config.needs-input', `The host asks a person for ${quoteInert(name.slice(6))}. Use \${env:NAME} instead.`);
  }
  if (name === 'workspaceFolder' || name === 'workspaceRoot') return known(name, around.workspaceFolder);
  if (name === 'workspaceFolderBasename') return known(name, lastName(around.workspaceFolder));
  if (name === 'userHome') return known(name, around.home);
  if (name === 'pathSeparator' || name === '/') return around.workspaceFolder?.includes('\\') ? '\\' : '/';
  return environmentValue(name.startsWith('env:') ? name.slice(4) : name, around);
}

function lastName(folder: string | undefined): string | undefined {
  return folder?.split(/[\\/]/).findLast(part => part !== '');
}

function known(name: string, value: string | undefined): string {
  return value ?? refuse('config.unknown-variable', `What \${${name}} stands for is not known here.`);
}

function environmentValue(name: string, { env }: Surroundings): string {
  const [, variable = '', fallback] = /^([A-Za-z_][A-Za-z0-9_()]*)(?::-(.*))?$/s.exec(name) ?? [];
  if (variable === '') refuse('config.unknown-variable', `Only the host knows what ${quoteInert(name)} stands for.`);
  refuseWithheld(variable, env);
  const value = Object.hasOwn(env, variable) ? env[variable] : undefined;
  const filled = fallback !== undefined && value === '' ? fallback : (value ?? fallback);
  return filled ?? refuse('config.unset-variable', `The variable ${variable} is not set in the environment.`);
}
