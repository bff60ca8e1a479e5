// A server that shows what a file beside it says, and announces changes of that file.
import { readFileSync, watchFile } from 'node:fs';
import { createInterface } from 'node:readline';

const file = process.argv[2];
const read = () => JSON.parse(readFileSync(file, 'utf8'));
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

watchFile(file, { interval: 50 }, () => send({ method: 'notifications/tools/list_changed' })).unref();

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const { version, tools, attestation } = read();
  if (method === 'initialize') {
    const meta = attestation && { _meta: { 'dev.toolmark/attestation': attestation } };
    const capabilities = { tools: { listChanged: true } };
    const serverInfo = { name: 'versioned', version };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo, ...meta } });
  } else if (method === 'tools/list') send({ id, result: { tools } });
  else if (method === 'tools/call')
    send({ id, result: { content: [{ type: 'text', text: `${params.name} ${version}` }] } });
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
});
