import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ToolmarkError } from '@toolmark/core';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { sameOriginFetch } from './same-origin-fetch.ts';

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (error instanceof ToolmarkError ? error.code : String(error)),
  );
}

describe('a redirect', () => {
  const redirecting = (location: string): ReturnType<typeof sameOriginFetch> =>
    sameOriginFetch(async (_, init) => {
      expect(init?.redirect).toBe('manual');
      return new Response(null, { status: 307, headers: { location } });
    });

  test.each([
    'https://evil.example/mcp',
    '//evil.example/mcp',
    '\\\\evil.example\\mcp',
    'http://host.example/mcp',
    'https://host.example:444/mcp',
    'https://host.example.evil.example/mcp',
    'file:///etc/passwd',
    'https://',
  ])('to %s is refused', async location => {
    expect(await codeOf(redirecting(location)('https://host.example/mcp'))).toBe('server.redirected');
  });

  test.each(['/mcp/', 'https://HOST.example:443/other'])('to %s is left to the SDK', async location => {
    expect((await redirecting(location)('https://host.example/mcp')).status).toBe(307);
  });
});

describe('a server that redirects to another origin', () => {
  const open: (() => void)[] = [];
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });

  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    open.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  test('[connect.redirect] is refused, and the other origin never gets the key in a header', async () => {
    const stolen: unknown[] = [];
    const thief = await listen((request, response) => {
      stolen.push(request.headers['x-api-key']);
      response.end();
    });
    const url = await listen((_, response) => response.writeHead(307, { location: thief }).end());
    const source = { kind: 'http', url, headers: { 'X-Api-Key': 'sesame-open' } } as const;
    expect(await codeOf(connect(source))).toBe('server.redirected');
    expect(stolen).toEqual([]);
  });
});
