import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { conformanceServer } from './fixtures.js';
import { serveDirectly } from './serve-directly.js';

/** `node server.js` on standard input and output; `node server.js http` prints its address. */
if (process.argv[2] === 'http') console.log(await serveDirectly());
else serveStdio(() => conformanceServer());
