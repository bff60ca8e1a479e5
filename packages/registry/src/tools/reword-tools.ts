import type { Writer } from '../database/connection.ts';
import { dropWords, insertWords, tidyWords } from '../database/full-text.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { EntryCache } from '../servers/server-tools.ts';
import { indexedEntry } from './refresh-tool.ts';
import { shownFacts } from './shown-facts.ts';

type ShownTool = Pick<Tables['tools'], 'id' | 'name' | 'server'> & Pick<Tables['versions'], 'version' | 'digest'>;

/** Writes the search words of every tool again, after a migration changed the index. */
export async function rewordTools(writer: Writer): Promise<void> {
  for (let last = 0; ; ) {
    const page = await writer.all<ShownTool>(sql`select t.id, t.name, t.server, v.version, v.digest
      from tools t join versions v on v.id = t.shown_version where t.id > ${last} order by t.id limit 500`);
    const entries: EntryCache = new Map();
    for (const tool of page) {
      const { words } = shownFacts(await indexedEntry(writer, tool, tool, entries));
      await dropWords(writer, tool.id);
      await insertWords(writer, [{ ...tool, words }]);
    }
    const end = page.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  await tidyWords(writer);
}
