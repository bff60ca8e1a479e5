import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import {
  bytesPages,
  filePages,
  openRegistry,
  type Registry,
  type SyncRemark,
  syncServers,
  upstreamPages,
} from '@toolmark/registry';
import { reasonOf } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { isYaml, readYamlEntry } from '../sources/entry-file.ts';
import { type DataArguments, makeDataFolder, registryData } from '../sources/registry-data.ts';

export interface SyncArguments extends DataArguments {
  /** The address of an MCP Registry, or a file. */
  readonly from: string;
  readonly report?: string;
  readonly format: 'text' | 'json';
}

/** How much of the report is printed where no file is given for it. */
const MAX_SHOWN = 20;

/** Mirrors another registry into the database itself. What is refused there is no reason to stop. */
export async function runSync(given: SyncArguments, io: Io): Promise<number> {
  const data = registryData(given, io);
  makeDataFolder(data);
  const report = openReport(given.report, io);
  const registry = await openRegistry({ url: data.url, data: data.folder, now: () => new Date() });
  try {
    const result = await syncServers(registry, pagesOf(registry, given.from, io), {
      report: report.write,
      progress: io.hasProgress ? ({ added }) => io.stderr(`\r${added} added`) : undefined,
    });
    if (io.hasProgress) io.stderr('\n');
    const { added, changed, unchanged, refused, losses } = result;
    const sum = `${added} added, ${changed} changed, ${unchanged} there already, ${refused} refused, ${losses} losses\n`;
    io.out(given.format === 'json' ? formatJson(result) : `${sum}${report.shown()}`);
    return refused === 0 ? EXIT.yes : EXIT.no;
  } finally {
    report.close();
    await registry.database.close();
  }
}

async function* pagesOf(registry: Registry, from: string, io: Io) {
  if (/^https?:\/\//i.test(from)) return yield* upstreamPages(registry, from);
  try {
    yield* isYaml(from) ? bytesPages(readYamlEntry(from, io).bytes) : filePages(path.resolve(io.cwd, from));
  } catch (cause) {
    if (cause instanceof ToolmarkError) throw cause;
    throw new ToolmarkError('input.unreadable', `${quoteInert(from)} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

/** One JSON object on each line, written as it comes; without a file, the first few are kept for the end. */
function openReport(file: string | undefined, io: Io) {
  if (file === undefined) {
    const lines: string[] = [];
    const write = ({ kind, name, version, code, reason }: SyncRemark) => {
      if (lines.length < MAX_SHOWN)
        lines.push(`  ${kind}  ${inert(`${name} ${version}`.trim())}  ${inert(reason)} [${code}]\n`);
    };
    return { write, shown: () => lines.join(''), close: () => {} };
  }
  const handle = openSync(path.resolve(io.cwd, file), 'w');
  return {
    write: (remark: SyncRemark) => void writeSync(handle, `${JSON.stringify(remark)}\n`),
    shown: () => '',
    close: () => closeSync(handle),
  };
}
