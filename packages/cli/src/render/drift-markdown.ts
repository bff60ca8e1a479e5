import { type Change, inert, type Json } from '@toolmark/core';
import { wordDiff } from '@toolmark/core/lock';
import { type DriftReport, fails, type ServerDrift } from './drift-report.ts';
import { sumOf } from './drift-text.ts';
import { noteFor, wordsFor } from './drift-words.ts';
import { isToldInWords } from './package-words.ts';
import { isUpdateChange } from './update-words.ts';

/** GitHub refuses longer comments. */
const MAX_LENGTH = 60_000;

/** The report as a comment on a pull request. Nothing a server says can become markup, a link or a mention in it. */
export function driftMarkdown(report: DriftReport): string {
  const lines = [TITLES[report.outcome], '', ...report.servers.flatMap(server => serverLines(server, report))];
  for (const server of report.notAsked) lines.push(`- ${code(server)}: not checked`);
  const text = `${lines.join('\n')}\n`;
  if (text.length <= MAX_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf('\n\n', MAX_LENGTH))}\n\nThe rest is left out; run \`toolmark check\`.\n`;
}

const TITLES = {
  match: '### Toolmark: all servers are as locked',
  drift: '### Toolmark: servers differ from the lock',
  signed_update: '### Toolmark: all changes are signed updates',
  unknown: '### Toolmark: not all servers could be checked',
} as const;

function serverLines(server: ServerDrift, { failOn }: DriftReport): string[] {
  const mark = { match: '✅', drift: '⚠️', signed_update: '✍️', unlocked: '❌', unchecked: '❔' }[server.status];
  const head = `${fails(server, failOn) ? '❌' : mark} ${code(server.server)}: ${sumOf(server)}`;
  // What the server wrote to its standard error stays out: a comment is read by more people than a log.
  const [said = ''] = server.error?.message.split('\n') ?? [];
  const reason = server.error === undefined ? [] : [code(`${said} [${server.error.code}]`), ''];
  const note = server.note === undefined ? [] : [server.note, ''];
  return [head, '', ...reason, ...note, ...server.drift.flatMap(changeLines), ...coveredLines(server)];
}

function coveredLines({ covered = [] }: ServerDrift): string[] {
  return covered.length === 0 ? [] : ['Covered by the signed update:', '', ...covered.flatMap(changeLines)];
}

function changeLines(change: Change): string[] {
  const whose = change.tool ?? change.name;
  const what = [
    `**${change.severity}**`,
    ...(whose === undefined ? [] : [code(whose)]),
    wordsFor(change, code),
    ...(change.pointer === '' ? [] : [code(change.pointer)]),
  ].join(' ');
  const note = noteFor(change);
  return [`- ${what}`, ...(note === undefined ? [] : [`  ${code(note)}`]), '', ...diffBlock(change), ''];
}

/** A fence longer than any in the text: no description can close it. */
function diffBlock(change: Change): string[] {
  const lines = diffLines(change);
  const longest = Math.max(2, ...lines.flatMap(line => line.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  return lines.length === 0 ? [] : [`  ${fence}diff`, ...lines.map(line => `  ${line}`), `  ${fence}`];
}

function diffLines(change: Change): string[] {
  if (isToldInWords(change) || isUpdateChange(change)) return [];
  const { before, after } = change;
  const added = typeof before === 'string' && typeof after === 'string' ? newWords(before, after) : [];
  return [
    ...(before === undefined ? [] : [`- ${shown(before)}`]),
    ...(after === undefined ? [] : [`+ ${shown(after)}`]),
    ...added,
  ];
}

/** In a long text the eye misses a sentence: what is new is said once more, alone. */
function newWords(before: string, after: string): string[] {
  const added = wordDiff(before, after).filter(({ kind }) => kind === 'added');
  return after.length < 200 || added.length === 0 ? [] : [`! new: ${shown(added.map(({ text }) => text).join(' … '))}`];
}

const MAX_SHOWN = 2_000;

function shown(value: Json): string {
  const text = inert(typeof value === 'string' ? value : JSON.stringify(value));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** A code span that its text cannot leave. */
function code(text: string): string {
  const safe = inert(text).slice(0, 300);
  const longest = Math.max(0, ...(safe.match(/`+/g) ?? []).map(run => run.length));
  const ticks = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${ticks}${space}${safe}${space}${ticks}`;
}
