/** What a reader does with a page, from its top to its end. */
export type Step =
  /** A command to run, and what it must print if the page says so. */
  | {
      readonly kind: 'run';
      readonly line: number;
      readonly command: string;
      readonly exit: number;
      readonly output: string | undefined;
    }
  /** A file that the page shows in full. */
  | { readonly kind: 'file'; readonly line: number; readonly name: string; readonly text: string }
  /** What happens in the meantime that no reader does, as a server that changes. */
  | { readonly kind: 'meanwhile'; readonly line: number; readonly command: string };

export interface Block {
  readonly line: number;
  readonly language: string;
  /** What follows the language: the name of a file that the session shall have. */
  readonly file: string | undefined;
  readonly text: string;
}

export interface Page {
  readonly blocks: readonly Block[];
  readonly steps: readonly Step[];
  /** Code within the text that names a program and nothing that could be run. */
  readonly mentions: readonly string[];
  /** Options that the text mentions. */
  readonly options: readonly string[];
  readonly links: readonly string[];
}

const PROGRAMS = /^(?:[A-Z_]+=\S* )*(?:toolmark|npx|npm|node|curl|jq|openssl|docker|git|thv)(?: |$)/;

/** A command with its words alone, as `toolmark policy explain`: it is spoken of, and there is nothing to run. */
const MENTION = /^(?:(?:npx )?toolmark(?: [a-z]+){0,2}|npm (?:test|start|ci|exec|run [a-z:]+)|npx|docker run|thv)$/;

/**
 * A page is one session. Blocks of `sh` are commands, blocks of `console` are commands after `$` with what they print,
 * blocks of `json`, `yaml` or `ts` with a name behind the language are files, and commands within the text count where
 * they stand. A comment says when a command exits otherwise than with 0: `# exit 1`.
 */
export function parsePage(text: string): Page {
  const { blocks, prose } = split(text);
  const spans = prose.flatMap(({ line, text }) => spansOf(text).map(span => ({ line, span })));
  const commands = spans.filter(({ span }) => PROGRAMS.test(span));
  const steps = [
    ...blocks.flatMap(stepsOfBlock),
    ...commands.filter(({ span }) => !MENTION.test(span)).map(({ line, span }) => toRun(line, span)),
    ...prose.flatMap(({ line, text }) => meanwhileOf(line, text)),
  ];
  return {
    blocks,
    steps: steps.sort((one, other) => one.line - other.line),
    mentions: commands.map(({ span }) => span).filter(span => MENTION.test(span)),
    options: spans
      .flatMap(({ span }) => (span.startsWith('-') ? [...span.matchAll(/(?<![^ ])--?[a-z][a-z-]*/g)] : []))
      .map(([option]) => option),
    links: prose.flatMap(({ text }) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)),
  };
}

interface Line {
  readonly line: number;
  readonly text: string;
}

function split(text: string): { blocks: Block[]; prose: Line[] } {
  const blocks: Block[] = [];
  const prose: Line[] = [];
  let open: { line: number; language: string; file: string | undefined; lines: string[] } | undefined;
  for (const [index, content] of text.split('\n').entries()) {
    const [, fence, language = '', file] = /^(```)(\S*)(?: (\S+))?$/.exec(content) ?? [];
    if (open !== undefined && content === '```') {
      blocks.push({ ...open, text: open.lines.join('\n') });
      open = undefined;
    } else if (open !== undefined) open.lines.push(content);
    else if (fence !== undefined) open = { line: index + 1, language, file, lines: [] };
    else if (content.startsWith('    '))
      throw new Error(`line ${index + 1}: blocks stand between fences that name a language`);
    else prose.push({ line: index + 1, text: content });
  }
  return { blocks, prose };
}

function spansOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
}

function meanwhileOf(line: number, text: string): Step[] {
  const [, command] = /^<!-- meanwhile: (.*) -->$/.exec(text) ?? [];
  return command === undefined ? [] : [{ kind: 'meanwhile', line, command }];
}

function stepsOfBlock({ line, language, file, text }: Block): Step[] {
  if (file !== undefined) return [{ kind: 'file', line, name: file, text: `${text}\n` }];
  if (language === 'sh') return commandsOf(text).map(command => toRun(line, command));
  if (language === 'console')
    return text
      .split(/^\$ /m)
      .slice(1)
      .map(part => toTalk(line, part));
  return [];
}

/** One command for each line, or for several that end in a backslash. */
function commandsOf(text: string): string[] {
  return text
    .replaceAll('\\\n', '')
    .split('\n')
    .filter(command => command.trim() !== '' && !command.startsWith('#'));
}

function toTalk(line: number, part: string): Step {
  const [command = '', ...output] = part.split('\n');
  return { ...toRun(line, command), output: output.join('\n') };
}

function toRun(line: number, text: string): Extract<Step, { kind: 'run' }> {
  const [, command = '', comment = ''] = /^(.*?)(\s+#\s.*)?$/.exec(text) ?? [];
  const [, exit = '0'] = /\bexit (\d)/.exec(comment) ?? [];
  return { kind: 'run', line, command, exit: Number(exit), output: undefined };
}
