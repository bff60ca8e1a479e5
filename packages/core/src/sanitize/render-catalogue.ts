import { quoteInert, ToolmarkError } from '../base/index.ts';
import { cleanProse } from './clean-text.ts';
import { parseTextPolicy } from './metadata-policy.ts';
import { malformed } from './read-option.ts';

interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
}

export interface CatalogueOptions {
  /** In code points, including the marker. */
  readonly maxDescriptionLength?: number;
  /** Further tools are counted in a last line. */
  readonly maxTools?: number;
}

/** Renders raw or cleaned tools as a list for a prompt, one line each. No text can start a line, a fence or a tag. */
export function renderCatalogue(tools: readonly ListedTool[], options: CatalogueOptions = {}): string {
  const { maxDescriptionLength = 400, maxTools = 1000 } = options;
  if (!Number.isInteger(maxTools) || maxTools < 0) throw malformed('maxTools', 'a whole number from 0');
  const isList = Array.isArray(tools) && tools.every(tool => typeof tool === 'object' && tool !== null);
  if (!isList) throw new ToolmarkError('sanitize.malformed', 'Expected a list of tools.');
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

/** Replaces the characters of fences and tags. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', "'").replaceAll('<', '‹').replaceAll('>', '›');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function shownName(name: string): string {
  return /^[\w.-]{1,128}$/.test(name) ? name : withoutMarks(quoteInert(name));
}
