import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openRegistry, syncServers, upstreamPages } from '@toolmark/registry';
import { upstream } from './upstream.js';

// Cut off half-way and resumed; the memory of this process is what is measured.
const [folder = '', given = ''] = process.argv.slice(2);
const count = Number(given);
mkdirSync(folder, { recursive: true });
const registry = await openRegistry({ url: path.join(folder, 'registry.db'), data: folder, now: () => new Date() });
const sync = breakAt =>
  syncServers(registry, upstreamPages(registry, 'http://bench.example', upstream(count, breakAt)));
const wasCut = await sync(count / 2).then(
  () => false,
  () => true,
);
const { added } = await sync();
await registry.database.close();
const { user, system } = process.cpuUsage();
const seconds = Math.round((user + system) / 1e6);
const rssMib = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ added: wasCut ? added + count / 2 : 0, seconds, rssMib }));
