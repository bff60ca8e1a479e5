import { dropWords, tidyWords, wordsOf } from '../database/full-text.ts';
import { runAll, select, sql } from '../database/statement.ts';
import type { Tables, Writer } from '../database/tables.ts';
import type { EntryCache } from '../servers/server-tools.ts';
import { indexedEntry } from './refresh-tool.ts';
import { shownFacts } from './shown-facts.ts';

/** Makes the words of every tool anew from what is shown of it, after the index has got another form. */
export async function rewordTools(writer: Writer): Promise<void> {
  for (let last = 0; ; ) {
    const page = await pageAfter(writer, last);
    const entries: EntryCache = new Map();
    for (const tool of page) {
      const { words } = shownFacts(await indexedEntry(writer, tool, tool, entries));
      await dropWords(writer, tool.id);
      await runAll(writer, wordsOf(writer, [{ ...tool, words }]));
    }
    const end = page.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  await tidyWords(writer);
}

type ShownTool = Pick<Tables['tools'], 'id' | 'name' | 'server'> & Pick<Tables['versions'], 'version' | 'digest'>;

async function pageAfter(writer: Writer, id: number): Promise<readonly ShownTool[]> {
  return await select<ShownTool>(
    writer,
    sql`select t.id as id, t.name as name, t.server as server, v.version as version, v.digest as digest
      from tools t join versions v on v.id = t.shown_version where t.id > ${id} order by t.id limit 500`,
  );
}
