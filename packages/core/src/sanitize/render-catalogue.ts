import { quoteInert, ToolmarkError } from '../base/index.ts';
import { cleanProse } from './clean-text.ts';
import { parseTextPolicy } from './metadata-policy.ts';
import { malformed } from './read-option.ts';

interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
}

export interface CatalogueOptions {
  /** Code points of a description; its marker counts inside. */
  readonly maxDescriptionLength?: number;
  /** Tools listed; the rest is counted in a last line. */
  readonly maxTools?: number;
}

/**
 * Tools as a list for a prompt: one line each, whatever their texts hold. Nothing in a text can begin another line, open
 * or close a fence or a tag, or pass for another entry. It cleans what it is given, also when that is raw.
 */
export function renderCatalogue(tools: readonly ListedTool[], options: CatalogueOptions = {}): string {
  const { maxDescriptionLength = 400, maxTools = 1000 } = options;
  if (!Number.isInteger(maxTools) || maxTools < 0) throw malformed('maxTools', 'a whole number from 0');
  const isList = Array.isArray(tools) && tools.every(tool => typeof tool === 'object' && tool !== null);
  if (!isList) throw new ToolmarkError('sanitize.malformed', 'What is to be listed must be a list of tools.');
  const policy = parseTextPolicy({ maxDescriptionLength, lineBreaks: 'flatten' });
  const lines = tools.slice(0, maxTools).map(tool => {
    const [name, description] = [textOf(tool.name), textOf(tool.description)];
    const text = withoutMarks(cleanProse(description, policy, '').text);
    return text === '' ? `- ${shownName(name)}` : `- ${shownName(name)}: ${text}`;
  });
  const left = tools.length - lines.length;
  if (left > 0) lines.push(`(${left} more not listed)`);
  return lines.map(line => `${line}\n`).join('');
}

/** Something harmless in place of the marks that begin or end a fence or a tag. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', "'").replaceAll('<', '‹').replaceAll('>', '›');
}

/** Raw tools may hold anything. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function shownName(name: string): string {
  return /^[\w.-]{1,128}$/.test(name) ? name : withoutMarks(quoteInert(name));
}
