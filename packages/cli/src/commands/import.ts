import { createReadStream } from 'node:fs';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { type ImportResult, importDocuments, openRegistry } from '@toolmark/registry';
import { reasonOf } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { type DataArguments, makeDataFolder, registryData } from '../sources/registry-data.ts';

export interface ImportArguments extends DataArguments {
  readonly file: string;
  readonly unsigned: boolean;
  readonly publisher?: string;
  readonly format: 'text' | 'json';
}

/** An operator's bulk load, into the database itself and not through the API. */
export async function runImport(given: ImportArguments, io: Io): Promise<number> {
  const lines = openLines(given.file, io);
  const data = registryData(given, io);
  makeDataFolder(data);
  const registry = await openRegistry({ url: data.url, data: data.folder, now: () => new Date() });
  try {
    const result = await importDocuments(registry, lines, {
      ...{ unsigned: given.unsigned, publisher: given.publisher },
      progress: io.hasProgress ? ({ imported }) => io.stderr(`\r${imported} imported`) : undefined,
    });
    if (io.hasProgress) io.stderr('\n');
    io.out(given.format === 'json' ? formatJson(result) : formatResult(result));
    return result.refusedCount === 0 ? EXIT.yes : EXIT.no;
  } finally {
    await registry.database.close();
  }
}

async function* openLines(file: string, io: Io): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? io.streams().input : createReadStream(path.resolve(io.cwd, file));
  } catch (cause) {
    throw new ToolmarkError('input.unreadable', `${quoteInert(file)} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

function formatResult({ imported, unchanged, refused, refusedCount }: ImportResult): string {
  const lines = refused.map(({ line, code }) => `  line ${line}  ${code}`);
  const more = refusedCount > refused.length ? [`  and ${refusedCount - refused.length} more`] : [];
  const sum = `${imported} imported, ${unchanged} there already, ${refusedCount} refused`;
  return `${[sum, ...lines, ...more].join('\n')}\n`;
}
