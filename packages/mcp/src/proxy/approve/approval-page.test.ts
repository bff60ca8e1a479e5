import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { type JsonObject, sha256 } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, guardMail } from '../../../../../test/fakes/guarded-mail.ts';
import { Cancellation } from '../cancellation.ts';
import { type ApprovalPage, openApprovalPage } from './approval-page.ts';

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const DIGEST = sha256('a tool');

describe('the approval page', () => {
  let page: ApprovalPage;
  let now = 0;
  beforeEach(async () => {
    now = 0;
    page = await openApprovalPage({ port: 0, now: () => now });
  });
  afterEach(() => page.close());

  const ask = (changes: JsonObject = {}, cancellation = new Cancellation()) => {
    const question = { server: 'mail', tool: 'send', explain: 'Rule 1.', arguments: { to: 'you' }, ...changes };
    return page.approver.ask({ ...question, digest: DIGEST }, cancellation);
  };

  function get(
    options: { url?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Got> {
    const { url = page.url, method = 'GET', headers = {}, body } = options;
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, { method, headers, agent: false }, response => {
        let text = '';
        response.setEncoding('utf8').on('data', chunk => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      request.on('error', reject).end(body);
    });
  }

  const post = (body: string, headers: Record<string, string> = {}): Promise<Got> =>
    get({ method: 'POST', headers: { ...FORM, ...headers }, body });
  const idsIn = ({ body }: Got): string[] => [...body.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id);

  test('lists every waiting call with server, tool, arguments, age and digest', async () => {
    void ask();
    void ask({ tool: 'delete', server: 'files', explain: 'The default.', arguments: { path: ['/', 1] } });
    now = 65_000;
    const got = await get();
    expect(got.status).toBe(200);
    expect(got.body).toContain('2 calls are waiting for approval');
    expect(got.body).toContain('Call <code>send</code> on <code>mail</code>?');
    expect(got.body).toContain('Call <code>delete</code> on <code>files</code>?');
    expect(got.body).toContain('<span>  &quot;path&quot;: [\n</span><span>    &quot;/&quot;,\n</span>');
    expect(got.body).toContain(`asked 65 s ago · <code>${DIGEST.slice(0, 19)}…</code>`);
    expect(got.body.indexOf('send')).toBeLessThan(got.body.indexOf('delete'));
  });

  test.each([
    ['allow', 'yes'],
    ['refuse', 'no'],
  ])('%s gives the answer %s, once', async (answer, meaning) => {
    const asked = ask();
    const [id = ''] = idsIn(await get());
    const done = await post(`id=${id}&answer=${answer}`, { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' });
    expect([done.status, done.headers.location]).toEqual([303, new URL(page.url).pathname]);
    expect(await asked).toBe(meaning);
    const again = await post(`id=${id}&answer=allow`);
    expect(again.status).toBe(409);
    expect(again.body).toContain('That call is no longer waiting');
  });

  test('an answer goes to its own question', async () => {
    const [first, second] = [ask(), ask({ tool: 'other' })];
    const [a = '', b = ''] = idsIn(await get());
    await post(`id=${b}&answer=allow`);
    await post(`id=${a}&answer=refuse`);
    expect(await Promise.all([first, second])).toEqual(['no', 'yes']);
  });

  test('a withdrawn question cannot be answered and is not listed', async () => {
    const cancellation = new Cancellation();
    const asked = ask({}, cancellation);
    const [id = ''] = idsIn(await get());
    cancellation.cancel();
    expect((await post(`id=${id}&answer=allow`)).status).toBe(409);
    expect(await asked).toBe('unavailable');
    expect(idsIn(await get())).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['the server', { server: '"><script>alert(1)</script>\u202e\u200b' }],
    ['the tool', { tool: '</code><script>alert(1)</script>\u0007' }],
    ['the reason', { explain: "<script>alert(1)</script>'\u2028" }],
    ['an argument', { arguments: { a: '</pre><script>alert(1)</script>\u202e\u{e0041}' } }],
    ['the name of an argument', { arguments: { '</pre><script>alert(1)</script>\u200b': 1 } }],
  ])('[guard.approval-page] escapes untrusted text in %s', async (_, changes) => {
    void ask(changes);
    const { body } = await get();
    expect(body).not.toContain('<script');
    expect(body).toContain('&lt;script&gt;alert(1)');
    expect(body).not.toMatch(/[^\n\P{C}]|[\p{Default_Ignorable_Code_Point}\u2028\u2029]/u);
  });

  test('shows 20,000 characters of long arguments and says how many are missing', async () => {
    void ask({ tool: 't'.repeat(100_000), arguments: { a: 'x'.repeat(1_000_000) } });
    const { body } = await get();
    expect(body.length).toBeLessThan(40_000);
    // Ten characters come first: the brace, a line feed and `  "a": "`.
    expect(/x{1000,}…/.exec(body)?.[0]).toHaveLength(20_000 - 10 + 1);
    expect(body.slice(-1_000)).toContain('NOT SHOWN: 980013 more characters of the arguments.');
  });

  test.each<[string, () => Promise<Got>, number]>([
    ['without the secret', () => get({ url: new URL('/', page.url).href }), 404],
    ['with another secret', () => get({ url: page.url.replace(/.{4}\/$/, 'AAAA/') }), 404],
    ['with more after the secret', () => get({ url: `${page.url}x` }), 404],
    ['with a question mark', () => get({ url: `${page.url}?a` }), 404],
    ['under the name of another site', () => get({ headers: { Host: 'evil.example' } }), 403],
    ['under its own address and another port', () => get({ headers: { Host: '127.0.0.1:1' } }), 403],
    ['with a method that changes nothing', () => get({ method: 'OPTIONS' }), 405],
    ['with a method that is unknown', () => get({ method: 'DELETE' }), 405],
    ['with a form of another site', () => post('id=ID&answer=allow', { Origin: 'https://evil.example' }), 403],
    ['with a form from another port', () => post('id=ID&answer=allow', { 'Sec-Fetch-Site': 'same-site' }), 403],
    ['with a cross-site form', () => post('id=ID&answer=allow', { 'Sec-Fetch-Site': 'cross-site' }), 403],
    ['with JSON', () => post('{"id":"ID","answer":"allow"}', { 'Content-Type': 'application/json' }), 403],
    ['with plain text', () => post('id=ID&answer=allow', { 'Content-Type': 'text/plain' }), 403],
    ['with another answer', () => post('id=ID&answer=yes'), 400],
    ['without an answer', () => post('id=ID'), 400],
    ['with a long form', () => post(`id=ID&answer=allow&a=${'x'.repeat(2_000)}`), 400],
    ['with an unknown question', () => post('id=unknown&answer=allow'), 409],
    ['without a question', () => post('answer=allow'), 409],
  ])('refuses a request %s', async (_, attempt, status) => {
    let answer: string | undefined;
    void ask().then(given => (answer = given));
    const got = await attempt();
    expect(got.status).toBe(status);
    if (status !== 409) expect(got.body).toBe('');
    expect(got.headers['access-control-allow-origin']).toBeUndefined();
    expect(idsIn(await get())).toHaveLength(1);
    expect(answer).toBeUndefined();
  });

  test('forbids caching, framing and external content', async () => {
    const { headers, body } = await get();
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers['content-security-policy'];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(body).not.toMatch(/<script|\son\w+=|src=|url\(/);
  });

  test('refreshes while nothing waits, and not while a question is shown', async () => {
    expect((await get()).body).toContain('<meta http-equiv="refresh"');
    void ask();
    expect((await get()).body).not.toContain('http-equiv');
  });

  test('listens on loopback under a new 192-bit secret each time', async () => {
    const other = await openApprovalPage({ port: 0, now: () => 0 });
    expect(page.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    expect(new URL(other.url).pathname).not.toBe(new URL(page.url).pathname);
    await other.close();
  });

  test('holds fifty questions and refuses the next', async () => {
    const cancellation = new Cancellation();
    const asked = Array.from({ length: 50 }, () => ask({}, cancellation));
    expect(await ask()).toBe('unavailable');
    cancellation.cancel();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['unavailable']));
    void ask();
    expect(idsIn(await get())).toHaveLength(1);
  });

  test('answers "unavailable" once it is closed', async () => {
    const asked = ask();
    await page.close();
    expect([await asked, await ask()]).toEqual(['unavailable', 'unavailable']);
    await expect(get()).rejects.toThrow('ECONNREFUSED');
  });

  test('fails on a port in use and says what to do', async () => {
    const port = Number(new URL(page.url).port);
    await expect(openApprovalPage({ port, now: () => 0 })).rejects.toMatchObject({
      code: 'guard.page-failed',
      message: expect.stringContaining('Choose another port, or 0 for any free port.'),
    });
  });

  test('decides on the call of a client without elicitation', async () => {
    const stage = guardMail({ approver: page.approver });
    const client = await stage.connect();
    const called = client.callTool({ name: 'send', arguments: { to: 'you' } });
    const [id = ''] = await until(
      async () => idsIn(await get()),
      ids => ids.length > 0,
    );
    await post(`id=${id}&answer=allow`);
    expect(await called).toMatchObject({ content: [{ text: 'done' }] });
    const second = client.callTool({ name: 'send', arguments: { to: 'you' } });
    const [next = ''] = await until(
      async () => idsIn(await get()),
      ids => ids.length > 0,
    );
    await post(`id=${next}&answer=refuse`);
    expect(codeOf(await second)).toBe('guard.refused');
    expect(stage.records.map(({ code, approval }) => [code, approval])).toEqual([
      ['guard.ask', { answer: 'allow', by: 'page' }],
      ['guard.refused', { answer: 'deny', by: 'page' }],
    ]);
  });
});

async function until<T>(look: () => Promise<T>, isEnough: (seen: T) => boolean): Promise<T> {
  const seen = await look();
  return isEnough(seen) ? seen : until(look, isEnough);
}
