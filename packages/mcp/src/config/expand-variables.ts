import { quoteInert } from '@toolmark/core';
import { refuse, refuseWithheld } from './codes.ts';
import type { ConfigKind } from './config-kind.ts';

/** Values for variables in config files. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For `${workspaceFolder}`. */
  readonly workspaceFolder?: string;
  /** For `${userHome}`. */
  readonly home?: string;
}

/** Variable syntaxes of hosts. The matched group is the name. */
const BRACED = /\$\{([^{}]*)\}/g;
const BARE_OR_BRACED = /\$(?:\{([^{}]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g;
const OPENCODE = /\{(env:[^{}]*|file:[^{}]*)\}/g;
const CONTINUE = /\$\{\{\s*([^{}]*?)\s*\}\}/g;

/** Other hosts do not expand variables. */
const SYNTAX: Partial<Record<ConfigKind, RegExp>> = {
  json: BRACED,
  'claude-code': BRACED,
  gemini: BARE_OR_BRACED,
  opencode: OPENCODE,
  continue: CONTINUE,
};

/** Expands variables once: values are not expanded again. */
export function expandVariables(text: string, around: Surroundings, kind: ConfigKind): string {
  const syntax = SYNTAX[kind];
  if (syntax === undefined) return text;
  return text.replace(syntax, (_, first?: string, second?: unknown) => {
    const name = first ?? (typeof second === 'string' ? second : '');
    return kind === 'continue' ? secretOf(name, around) : meaningOf(name, around);
  });
}

/** Continue stores secrets itself; the guard receives each in an environment variable of the same name. */
function secretOf(name: string, around: Surroundings): string {
  const [, secret] = /^(?:secrets|inputs)\.(.*)$/s.exec(name) ?? [];
  return environmentValue(secret === undefined || secret.includes(':') ? name : secret, around);
}

function meaningOf(name: string, around: Surroundings): string {
  if (name.startsWith('input:')) {
    refuse('config.needs-input', `The host prompts for ${quoteInert(name.slice(6))}. Use \${env:NAME} instead.`);
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
  return value ?? refuse('config.unknown-variable', `The value of \${${name}} is not known here.`);
}

function environmentValue(name: string, { env }: Surroundings): string {
  const [, variable = '', fallback] = /^([A-Za-z_][A-Za-z0-9_()]*)(?::-(.*))?$/s.exec(name) ?? [];
  if (variable === '') refuse('config.unknown-variable', `Only the host can resolve ${quoteInert(name)}.`);
  refuseWithheld(variable, env);
  const value = Object.hasOwn(env, variable) ? env[variable] : undefined;
  const filled = fallback !== undefined && value === '' ? fallback : (value ?? fallback);
  return filled ?? refuse('config.unset-variable', `The environment variable ${variable} is not set.`);
}
