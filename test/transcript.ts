/** One command of a transcript and what it must print. */
export interface Step {
  readonly line: number;
  readonly args: readonly string[];
  readonly stdin: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

export interface Transcript {
  readonly title: string;
  readonly files: ReadonlyMap<string, string>;
  readonly steps: readonly Step[];
}

/**
 * A transcript is a text that a non-programmer can read:
 *
 *     # What it shows
 *     file NAME          the indented lines below become a file
 *         …
 *     $ toolmark ARGS    with < NAME to feed a file to standard input
 *     stdout: TEXT       or the indented lines below; `…` at the end of a line matches the rest of it
 *     stderr: TEXT
 *     exit: CODE
 *
 * The folder of scripted servers is available as `servers`.
 * What is not written is expected to be empty, so nothing is printed unseen.
 */
export function parseTranscript(text: string): Transcript {
  const blocks = toBlocks(text);
  const title = blocks.find(block => block.head.startsWith('# '))?.head.slice(2) ?? 'untitled';
  const files = new Map<string, string>();
  const steps: Step[] = [];
  for (const { line, head, body } of blocks) {
    const [word = '', rest = ''] = splitHead(head);
    if (word === 'file') files.set(rest, `${body}\n`);
    else if (word === '$') steps.push(toStep(line, rest, files));
    else if (word === 'stdout:' || word === 'stderr:')
      amend(steps, line, { [word.slice(0, -1)]: body === '' ? rest : body });
    else if (word === 'exit:') amend(steps, line, { exit: Number(rest) });
    else if (word !== '#') throw new Error(`line ${line}: "${head}" is not understood`);
  }
  return { title, files, steps };
}

/** Whether the output is as expected; `…` at the end of an expected line matches the rest of it. */
export function matches(expected: string, printed: string): boolean {
  const wanted = expected.trimEnd().split('\n');
  const given = printed.trimEnd().split('\n');
  return (
    wanted.length === given.length &&
    wanted.every((line, index) => matchesLine(line.trimEnd(), given[index]?.trimEnd() ?? ''))
  );
}

function matchesLine(expected: string, printed: string): boolean {
  return expected.endsWith('…') ? printed.startsWith(expected.slice(0, -1)) : expected === printed;
}

interface Block {
  readonly line: number;
  readonly head: string;
  readonly body: string;
}

function toBlocks(text: string): Block[] {
  const blocks: { line: number; head: string; lines: string[] }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const last = blocks.at(-1);
    if (line.startsWith('    ') || (line === '' && last !== undefined)) last?.lines.push(line.slice(4));
    else if (line !== '') blocks.push({ line: index + 1, head: line, lines: [] });
  }
  return blocks.map(({ line, head, lines }) => ({ line, head, body: lines.join('\n').trimEnd() }));
}

function splitHead(head: string): [string, string] {
  const space = head.indexOf(' ');
  return space < 0 ? [head, ''] : [head.slice(0, space), head.slice(space + 1).trim()];
}

function toStep(line: number, command: string, files: ReadonlyMap<string, string>): Step {
  const [call = '', fed] = command.split(' < ');
  const [program, ...args] = call.split(' ').filter(part => part !== '');
  if (program !== 'toolmark') throw new Error(`line ${line}: only toolmark can be run`);
  return { line, args, stdin: fed === undefined ? undefined : files.get(fed.trim()), stdout: '', stderr: '', exit: 0 };
}

function amend(steps: Step[], line: number, change: Partial<Step>): void {
  const last = steps.pop();
  if (last === undefined) throw new Error(`line ${line}: there is no command above`);
  steps.push({ ...last, ...change });
}
