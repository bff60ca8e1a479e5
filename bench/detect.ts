import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, type JsonObject, readJson } from '@toolmark/core';
import { type ScanFinding, scan } from '@toolmark/scan';

const SHARED = path.resolve(import.meta.dirname, '..', process.env.TOOLMARK_SHARED ?? '../shared', 'corpus');
const NOW = new Date(0);
/** The least share of each tier of attacks to be blocked, and to be found in either tier of ours. */
const WANTED: Readonly<Record<string, { readonly block: number; readonly found: number }>> = {
  'A-instruction': { block: 0.75, found: 0.9 },
  'B-obfuscated': { block: 0.75, found: 1 },
};

interface Row {
  readonly server: string;
  readonly key: string;
  readonly tool: JsonObject;
  readonly tier: string;
}

/** A tool with what was found in it. */
interface Judged extends Row {
  readonly findings: readonly ScanFinding[];
}

export interface Figure {
  readonly name: string;
  readonly half: 'tuned' | 'held out' | 'all';
  readonly count: number;
  readonly of: number;
  readonly wanted?: { readonly atMost: number } | { readonly atLeast: number };
}

if (existsSync(SHARED)) main();
else {
  console.error(`There is no corpus at ${SHARED}; set TOOLMARK_SHARED to the folder that holds it.`);
  process.exitCode = 2;
}

function main(): void {
  const benign = judgeServers(rowsOf('benign-tools.jsonl'));
  const hard = judgeAlone(rowsOf('hard-benign-tools.jsonl'));
  const poisoned = judgeAlone(rowsOf('poisoned-tools.jsonl'));
  if (process.argv.includes('--rows'))
    printRows(process.argv[process.argv.indexOf('--rows') + 1] ?? '', { benign, hard, poisoned });
  const figures = [...falseAlarms(benign, hard), ...recall(poisoned)];
  for (const figure of figures) console.log(describe(figure));
  process.exitCode = figures.every(holds) ? 0 : 1;
}

/** Benign tools with their neighbours, as a client sees them: a server's own tools are context. */
function judgeServers(rows: readonly Row[]): Judged[] {
  const servers = groupBy(rows, ({ server }) => server);
  return [...servers].flatMap(([server, tools]) => {
    const report = scan([{ server, snapshot: { tools: tools.map(({ tool }) => tool) } }], { now: NOW });
    const findings = report.servers[0]?.findings ?? [];
    return tools.map((row, i) => ({
      ...row,
      findings: findings.filter(({ pointer }) => pointer.startsWith(`/tools/${i}/`)),
    }));
  });
}

/** The others alone: their neighbours are not known. */
function judgeAlone(rows: readonly Row[]): Judged[] {
  return rows.map(row => ({
    ...row,
    findings: scan([{ server: row.server, snapshot: { tools: [row.tool] } }], { now: NOW }).servers[0]?.findings ?? [],
  }));
}

function falseAlarms(benign: readonly Judged[], hard: readonly Judged[]): Figure[] {
  return (['tuned', 'held out', 'all'] as const).flatMap(half => {
    const tools = part(benign, half);
    const servers = [...groupBy(tools, ({ server }) => server).values()].map(rows => rows.flatMap(row => row.findings));
    const hardTools = part(hard, half);
    const limit = (atMost: number): Pick<Figure, 'wanted'> => (half === 'all' ? { wanted: { atMost } } : {});
    return [
      { name: 'benign tools, block', half, ...tally(tools, isBlocked), ...limit(0.001) },
      { name: 'benign tools, block or review', half, ...tally(tools, isFound), ...limit(0.01) },
      {
        name: 'benign servers, block',
        half,
        count: servers.filter(found => isBlocked({ findings: found })).length,
        of: servers.length,
        ...limit(0.005),
      },
      {
        name: 'benign servers, block or review',
        half,
        count: servers.filter(found => isFound({ findings: found })).length,
        of: servers.length,
        ...limit(0.04),
      },
      {
        name: 'benign servers with unread text',
        half,
        count: servers.filter(found => found.some(isUnread)).length,
        of: servers.length,
      },
      { name: 'hard benign tools, block', half, ...tally(hardTools, isBlocked), ...limit(0.01) },
      { name: 'hard benign tools, block or review', half, ...tally(hardTools, isFound) },
    ];
  });
}

function recall(poisoned: readonly Judged[]): Figure[] {
  return [...groupBy(poisoned, ({ tier }) => tier)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([tier, rows]) =>
      (['tuned', 'held out', 'all'] as const).flatMap((half): Figure[] => {
        const wanted = half === 'all' ? WANTED[tier] : undefined;
        return [
          {
            name: `poisoned ${tier}, block`,
            half,
            ...tally(part(rows, half), isBlocked),
            ...(wanted && { wanted: { atLeast: wanted.block } }),
          },
          {
            name: `poisoned ${tier}, block or review`,
            half,
            ...tally(part(rows, half), isFound),
            ...(wanted && { wanted: { atLeast: wanted.found } }),
          },
        ];
      }),
    );
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function part<T extends Row>(rows: readonly T[], half: Figure['half']): T[] {
  return rows.filter(row => half === 'all' || halfOf(row.key) === half);
}

/** Which half a row is in depends on its key alone. Rule set 1 was written with the first half and measured on the second. */
function halfOf(key: string): 'tuned' | 'held out' {
  return (createHash('sha256').update(key).digest()[0] ?? 0) < 128 ? 'tuned' : 'held out';
}

function tally(rows: readonly Judged[], is: (row: Judged) => boolean): { count: number; of: number } {
  return { count: rows.filter(is).length, of: rows.length };
}

/** Unreadable text is counted separately from findings about its meaning. */
function isFound({ findings }: Pick<Judged, 'findings'>): boolean {
  return findings.some(finding => !isUnread(finding));
}

function isUnread({ code }: ScanFinding): boolean {
  return code === 'scan.unread-text';
}

function isBlocked({ findings }: Pick<Judged, 'findings'>): boolean {
  return findings.some(({ tier }) => tier === 'block');
}

function holds({ count, of, wanted }: Figure): boolean {
  if (wanted === undefined) return true;
  return 'atMost' in wanted ? count / of <= wanted.atMost : count / of >= wanted.atLeast;
}

function describe(figure: Figure): string {
  const { name, half, count, of, wanted } = figure;
  const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
  const target =
    wanted === undefined
      ? ''
      : 'atMost' in wanted
        ? `wanted ≤ ${percent(wanted.atMost)}`
        : `wanted ≥ ${percent(wanted.atLeast)}`;
  const verdict = wanted === undefined ? '' : holds(figure) ? 'holds' : 'MISSED';
  return `${name.padEnd(52)} ${half.padEnd(9)} ${`${count} of ${of}`.padStart(14)} ${percent(count / of).padStart(9)}  ${target} ${verdict}`.trimEnd();
}

function rowsOf(file: string): Row[] {
  return readFileSync(path.join(SHARED, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => readJson(new TextEncoder().encode(line)))
    .filter(isJsonObject)
    .map(toRow);
}

function toRow({ source, server, tool, id, tier }: JsonObject): Row {
  const name = `${source as string}/${(server as string | undefined) ?? (id as string)}`;
  return {
    server: name,
    key: id === undefined ? name : (id as string),
    tool: tool as JsonObject,
    tier: (tier as string | undefined) ?? '',
  };
}

/** For writing rules: the rows of the first half that were missed, or found by mistake. */
function printRows(
  which: string,
  { benign, hard, poisoned }: Record<'benign' | 'hard' | 'poisoned', readonly Judged[]>,
): void {
  const rows =
    which === 'missed'
      ? poisoned.filter(row => /^[AB]/.test(row.tier) && !isFound(row))
      : (which === 'hard'
          ? hard
          : which === 'poisoned'
            ? poisoned.filter(row => /^[AB]/.test(row.tier))
            : benign
        ).filter(isFound);
  for (const { key, tool, findings } of part(rows, 'tuned')) {
    console.log(`## ${key} ${tool.name as string}`);
    if (which === 'missed') console.log(JSON.stringify(tool as Json).slice(0, 600));
    for (const { code, tier, evidence, pointer } of findings)
      console.log(`   ${tier} ${code} ${pointer}  ${evidence ?? ''}`);
  }
}
