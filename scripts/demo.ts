import { existsSync } from 'node:fs';
import path from 'node:path';
import { TOOLMARK } from './demo/stage.ts';
import { type Step, UnexpectedStep } from './demo/step.ts';
import { runDemo } from './demo/story.ts';

/** `npm run demo`: the whole product with real processes. Fails at the first unexpected step. */
async function demo(): Promise<number> {
  if (!existsSync(path.resolve(TOOLMARK, '../../dist/toolmark.js')))
    return fail('Run "npm ci" first: it builds toolmark.');
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopped.abort());
  try {
    const isHonest = process.argv.includes('--honest');
    const steps = await runDemo({ print: show, hasColor, isHonest, signal: stopped.signal });
    console.log(`\n${color.green(`All ${steps.length} steps succeeded.`)} "npx toolmark --help" lists the commands.`);
    return 0;
  } catch (error) {
    if (stopped.signal.aborted) return fail('Interrupted.', 130);
    if (error instanceof UnexpectedStep) return fail(error.message);
    throw error;
  }
}

const hasColor = process.stdout.isTTY === true && !process.env.NO_COLOR;
const color = { bold: paint(1), dim: paint(2), italic: paint(3), red: paint(31), green: paint(32) };

function paint(code: number): (text: string) => string {
  return text => (hasColor ? `\u001b[${code}m${text}\u001b[0m` : text);
}

function show({ chapter, narration, prompt, command, output }: Step): void {
  if (chapter !== undefined) console.log(`\n${color.bold(`── ${chapter} `.padEnd(100, '─'))}`);
  if (narration !== '') console.log(`\n${color.italic(narration)}`);
  console.log(`\n${color.dim(prompt)} ${color.bold(command)}`);
  if (output !== '') console.log(output);
}

function fail(reason: string, exit = 1): number {
  console.error(`\n${color.red('The demo failed.')} ${reason}`);
  return exit;
}

process.exitCode = await demo();
