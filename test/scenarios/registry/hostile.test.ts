import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../packages/client/src/index.ts';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';

/** All that can steer a terminal or turn a text around, as `inert` knows it; line ends are ours. */
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const EVIL = 'a\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egnp\u2066\u200b\r\nok  trusted\u{e0041}';

const ADVISORIES = [{ id: EVIL, severity: EVIL, summary: EVIL, unaffectedVersion: EVIL }];

const TOOL = {
  ...{ name: EVIL, version: EVIL, summary: EVIL, publisher: EVIL, status: EVIL, riskLevel: EVIL, readOnly: true },
  ...{ score: 0.5, downloads: 3, digest: EVIL, toolDigest: EVIL, server: EVIL, [EVIL]: EVIL },
  ...{ verification: { outcome: EVIL }, advisories: ADVISORIES },
};

const FACTS = {
  ...{ name: EVIL, version: EVIL, publisher: EVIL, visibility: EVIL, held: false, status: EVIL, reason: EVIL },
  ...{ digest: EVIL, toolDigest: EVIL, downloads: 3, registeredAt: EVIL, publishedAt: EVIL },
  reputation: { score: 0.5, parts: { author: 0.5, feedback: 0.5, usage: 0.5, security: 0.5 } },
  verification: { outcome: EVIL, signer: { subject: EVIL } },
  advisories: ADVISORIES,
};

const DESCRIBED = {
  ...{ description: EVIL, author: { name: EVIL, email: EVIL, organization: EVIL }, capabilities: [EVIL] },
  parameters: { properties: { [EVIL]: { type: EVIL, description: EVIL } }, required: [EVIL] },
  security: {
    ...{ risk_level: EVIL, required_permissions: [EVIL], network_access: EVIL, allowed_domains: [EVIL] },
    ...{ file_access: EVIL, allowed_paths: [EVIL] },
  },
};

/** One answer for whatever is asked: the tool and its versions. */
const SHOWN = { document: { tool: DESCRIBED }, registry: FACTS, versions: [FACTS] };

const ENTRY = {
  server: { name: EVIL, description: EVIL, version: EVIL, [EVIL]: EVIL },
  _meta: {
    'io.modelcontextprotocol.registry/official': { status: EVIL },
    'dev.toolmark/registry': {
      tools: [{ name: EVIL, digest: EVIL, status: EVIL }],
      advisories: ADVISORIES.map(advisory => ({ ...advisory, tool: `${EVIL}:${EVIL}` })),
    },
  },
};

const PROBLEM = {
  ...{ code: 'tool.not-found', title: EVIL, pointer: EVIL, detail: EVIL },
  findings: [{ code: EVIL, severity: 'error', pointer: EVIL, message: EVIL }],
};

describe('a hostile registry', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const says = (body: unknown, status = 200): Promise<string> =>
    listen((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '999999999' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });

  const toolmark = (line: string, registry: string): Promise<Outcome> =>
    runToolmark(line.split(' '), { cwd: tmpdir(), env: { TOOLMARK_REGISTRY: registry }, home: '/nonexistent' });

  describe('[client.terminal] cannot steer a terminal', () => {
    test.each<[line: string, what: string, exit: number, status: number, body: unknown]>([
      ['search', 'its tools', 0, 200, { tools: [TOOL] }],
      ['show x', 'a tool', 0, 200, SHOWN],
      ['show x --versions', 'its versions', 0, 200, { versions: [FACTS] }],
      ['show x --tools', 'a server', 0, 200, ENTRY],
      ['list', 'its servers', 0, 200, { servers: [ENTRY] }],
      ['list --show-tools', 'its servers', 0, 200, { servers: [ENTRY] }],
      [
        'publish -',
        'a receipt',
        0,
        200,
        { ...FACTS, outcome: 'new', findings: [{ ...PROBLEM.findings[0], severity: EVIL }] },
      ],
      [
        'publish -',
        'a receipt of a kind that there is not',
        2,
        200,
        { ...FACTS, outcome: 'constructor', findings: [] },
      ],
      ['review', 'its reviews', 0, 200, { reviews: [{ ...TOOL, id: 1, tool: EVIL, cause: EVIL, severity: EVIL }] }],
      ['show x', 'a refusal', 1, 404, PROBLEM],
      ['show x --versions', 'a refusal', 1, 404, PROBLEM],
      ['search', 'a refusal for a while', 2, 429, PROBLEM],
      ['search', 'a refused token', 2, 401, { ...PROBLEM, code: 'auth.invalid' }],
      ['search', 'a failure without JSON', 2, 500, EVIL],
      ['search', 'an answer without JSON', 2, 200, EVIL],
      ['search', 'an answer of another shape', 2, 200, { tools: [{ ...TOOL, score: EVIL }] }],
    ])('%s: %s', async (line, _, exit, status, body) => {
      const registry = await says(body, status);
      for (const format of ['text', 'json']) {
        const outcome = await toolmark(`${line} --format ${format}`, registry);
        expect(outcome).toMatchObject({ exit });
        expect(outcome.stdout + outcome.stderr).not.toMatch(STEERING);
        expect(outcome.stdout + outcome.stderr).not.toMatch(/^ok {2}trusted/m);
        expect(outcome.stdout + outcome.stderr).not.toContain('internal.error');
      }
    });
  });

  describe('cannot break a command', () => {
    const parts = FACTS.reputation.parts;
    test.each<[string, string, string, number]>([
      ['numbers beyond 2^53 beside those we know', 'search', `{"tools":[${json(TOOL, { x: 'HUGE' })}]}`, 0],
      ['a score beyond a double', 'search', `{"tools":[${json(TOOL, { score: 'HUGE' })}]}`, 2],
      ['a score beyond all doubles', 'search', `{"tools":[${json(TOOL, { score: 'OVER' })}]}`, 2],
      ['a score below nothing', 'search', `{"tools":[${json(TOOL, { score: -1e300 })}]}`, 0],
      [
        'parts of a score that are new to us',
        'show x',
        JSON.stringify({
          ...SHOWN,
          registry: { ...FACTS, reputation: { score: 0.5, parts: { ...parts, karma: 'x' } } },
        }),
        0,
      ],
      [
        'parts of a score that are whole numbers beyond 2^53',
        'show x',
        json({ ...SHOWN, registry: { ...FACTS, reputation: { score: 0.5, parts: { ...parts, karma: 'HUGE' } } } }),
        0,
      ],
      ['versions with numbers beyond 2^53', 'show x --versions', `{"versions":[${json(FACTS, { x: 'HUGE' })}]}`, 0],
      ['nesting without end', 'search', '['.repeat(1_000_000), 2],
      ['names of prototypes', 'show x', json(SHOWN).replace('"registry":', '"__proto__":{"x":1},"registry":'), 0],
      ['two readings', 'search', '{"tools":[],"tools":[]}', 2],
      ['nothing', 'search', '', 2],
      ['null', 'show x', 'null', 2],
    ])('%s', async (_, line, body, exit) => {
      const registry = await says(body);
      for (const format of ['text', 'json']) {
        const outcome = await toolmark(`${line} --format ${format}`, registry);
        expect(outcome.stdout + outcome.stderr).not.toContain('internal.error');
        expect(outcome).toMatchObject({ exit });
      }
    });
  });

  describe('[client.bounded] cannot fill the memory, nor keep anybody waiting', () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const endless = (response: ServerResponse): void => {
      const more = (): void => {
        if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more);
      };
      response.on('drain', more);
      more();
    };
    test.each<[string, string, (request: IncomingMessage, response: ServerResponse) => void]>([
      ['a bomb', 'registry.bad-answer', (_, response) => response.setHeader('content-encoding', 'gzip').end(bomb)],
      ['a stream without an end', 'registry.bad-answer', (_, response) => endless(response)],
      [
        'a refusal without an end',
        'registry.bad-answer',
        (_, response) => {
          response.writeHead(500);
          endless(response);
        },
      ],
      ['silence', 'registry.unreachable', () => undefined],
      ['half an answer', 'registry.unreachable', (_, response) => response.write('{"tools":')],
      [
        'half a refusal',
        'registry.unreachable',
        (_, response) => {
          response.writeHead(429, { 'retry-after': '999999999' });
          response.write('{');
        },
      ],
      [
        'a redirect with a body that does not end',
        'registry.redirected',
        (request, response) => {
          response.writeHead(307, { location: `/${request.url?.length}` });
          response.write('x');
        },
      ],
    ])('%s', async (_, code, answer) => {
      const client = createClient({
        url: await listen(answer),
        timeoutMs: code.endsWith('unreachable') ? 100 : 20_000,
      });
      await expect(client.search()).rejects.toMatchObject({ code });
    });
  });
});

/** JSON with numbers that JavaScript does not have. */
function json(value: object, more: object = {}): string {
  return JSON.stringify({ ...value, ...more })
    .replaceAll('"HUGE"', '1'.repeat(30))
    .replaceAll('"OVER"', '1e999');
}
