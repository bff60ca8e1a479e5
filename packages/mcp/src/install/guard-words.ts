import { isJsonObject, type Json, member } from '@toolmark/core';

/** The command line of an entry. */
export function wordsOf(entry: Json): string[] {
  if (!isJsonObject(entry)) return [];
  const args = member(entry, 'args');
  const words = [member(entry, 'command'), ...(Array.isArray(args) ? args : [])];
  return words.map(word => (typeof word === 'string' ? word : ''));
}

/** Whether a command line names the side file, whatever program it starts. */
export function namesFile(words: readonly string[], file: string): boolean {
  return words.some(word => word.includes(file));
}

/** The value of an option: the next argument, or the text after `=`. */
export function optionIn(words: readonly string[], option: string): string | undefined {
  const at = words.findIndex(word => word === option || word.startsWith(`${option}=`));
  const found = words[at];
  return found === option ? words[at + 1] : found?.slice(option.length + 1);
}

/** Uses `=` for values that begin with a hyphen, which would be parsed as options. */
export function writeOption(option: string, value: string): string[] {
  return value.startsWith('-') ? [`${option}=${value}`] : [option, value];
}

/** How a guard is started: by name, as a file (optionally with Node), or as a package with npx. */
export type GuardStart =
  | { readonly kind: 'name' }
  | { readonly kind: 'file'; readonly file: string; readonly node?: string }
  | { readonly kind: 'npx'; readonly npx: string; readonly spec: string };

/** Whether a command line looks like a guard, of this or another version. */
export function looksLikeGuard(words: readonly string[]): boolean {
  return findGuardStart(words) !== undefined;
}

/** How a command line starts a guard, and the arguments after `guard`. */
export function findGuardStart(words: readonly string[]): { start: GuardStart; rest: string[] } | undefined {
  const at = words.findIndex(isToolmark);
  const toolmark = words[at];
  if (toolmark === undefined || words[at + 1] !== 'guard') return undefined;
  const start = startOf(words.slice(0, at), toolmark);
  return start && { start, rest: words.slice(at + 2) };
}

/**
 * Whether a command line has any sign of a guard, also in a shell command, under another file name or with another
 * launcher. Broader than looksLikeGuard, because it decides what is refused, not what is trusted.
 */
export function mentionsGuard(words: readonly string[]): boolean {
  const at = words.findLastIndex(word => word.toLowerCase() === 'guard');
  const isNamed = words.slice(0, Math.max(at, 0)).some(word => /toolmark/i.test(word));
  const hasSideFile = words.slice(at + 1).some(word => /\.toolmark(?:\.[^./\\]+)?$/.test(word));
  return (at >= 0 && (isNamed || hasSideFile)) || words.some(isShellText);
}

/** `sh -c "toolmark guard …"` */
function isShellText(word: string): boolean {
  const at = word.toLowerCase().indexOf('toolmark');
  return at >= 0 && /\sguard(?![\w-])/i.test(word.slice(at));
}

function isToolmark(word: string): boolean {
  return /^toolmark(@[^/\\]*|\.js|\.cmd|\.exe)?$/.test(baseOf(word));
}

/** Only Node or npx may come first: any other program with these arguments is an ordinary server. */
function startOf([program, ...flags]: readonly string[], toolmark: string): GuardStart | undefined {
  if (program === undefined) {
    return /^toolmark(\.cmd|\.exe)?$/.test(toolmark) ? { kind: 'name' } : { kind: 'file', file: toolmark };
  }
  if (/^npx(\.cmd)?$/.test(baseOf(program))) {
    const isPlain = flags.every(flag => flag === '-y' || flag === '--yes');
    return isPlain ? { kind: 'npx', npx: program, spec: toolmark } : undefined;
  }
  return isNode(program) && flags.length === 0 ? { kind: 'file', file: toolmark, node: program } : undefined;
}

function isNode(program: string): boolean {
  return program === process.execPath || /^node(\.exe)?$/.test(baseOf(program));
}

function baseOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? '';
}
