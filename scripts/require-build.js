import path from 'node:path';
import { isStale } from './is-stale.js';

/** What every package runs before it is packed, in its own folder: what is published was made from these sources. */
const built = path.resolve('dist', path.basename(process.cwd()) === 'cli' ? 'toolmark.js' : 'index.js');
if (isStale(built)) {
  console.error(`${built} is missing or older than the sources. Run "npm run build" first.`);
  process.exit(2);
}
