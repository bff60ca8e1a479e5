import { isJsonObject, type Json, member } from '@toolmark/core';

/** The words of the command line that an entry starts. */
export function wordsOf(entry: Json): string[] {
  if (!isJsonObject(entry)) return [];
  const args = member(entry, 'args');
  return [member(entry, 'command'), ...(Array.isArray(args) ? args : [])].map(String);
}

/** Whether a command line may read the side file, whatever program it starts. */
export function namesFile(words: readonly string[], file: string): boolean {
  return words.some(word => word.includes(file));
}

/** The value of an option, as the next word or after `=`. */
export function optionIn(words: readonly string[], option: string): string | undefined {
  const at = words.findIndex(word => word === option || word.startsWith(`${option}=`));
  const found = words[at];
  return found === option ? words[at + 1] : found?.slice(option.length + 1);
}

/** A value that begins with a hyphen could be read as an option, and `--` as the end of all options. */
export function writeOption(option: string, value: string): string[] {
  return value.startsWith('-') ? [`${option}=${value}`] : [option, value];
}

/** Whether a command line looks like that of a guard: of this program, of another version, or of something else by its name. */
export function looksLikeGuard(words: readonly string[]): boolean {
  const at = words.findIndex(isToolmark);
  return at >= 0 && words[at + 1] === 'guard' && isLauncher(words.slice(0, at));
}

function isToolmark(word: string): boolean {
  return /^toolmark(@[^/\\]*|\.js|\.cmd|\.exe)?$/.test(baseOf(word));
}

/** Nothing, a Node or an npx. A program that merely has the words among its arguments is a server like any other. */
function isLauncher([program, ...flags]: readonly string[]): boolean {
  if (program === undefined) return true;
  const isNpx = /^npx(\.cmd)?$/.test(baseOf(program));
  return isNpx ? flags.every(flag => flag === '-y' || flag === '--yes') : isNode(program) && flags.length === 0;
}

function isNode(program: string): boolean {
  return program === process.execPath || /^node(\.exe)?$/.test(baseOf(program));
}

function baseOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? '';
}
