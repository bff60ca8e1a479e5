import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const CHROMIUM = '/usr/bin/chromium';
const SERVER = ['--name', 'weather', '--', process.execPath, path.join(import.meta.dirname, 'servers/honest.js')];
/** A folder for screenshots, if set. */
const PICTURES = process.env.TOOLMARK_PICTURES;

describe.skipIf(!existsSync(CHROMIUM))(`the approval page in a browser (${CHROMIUM})`, () => {
  let cwd: string;
  let browser: Browser;
  beforeAll(async () => {
    cwd = temporaryFolder();
    const policy = { version: 1, rules: [{ match: { tool: 'get_*' }, decision: 'ask' }] };
    writeFileSync(path.join(cwd, 'toolmark.policy.json'), JSON.stringify(policy));
    await runToolmark(['lock', ...SERVER], { cwd });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
  });

  /** A client that cannot ask anybody, behind the guard of the command line. */
  async function guarded() {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const waiting = new Map<number, (result: unknown) => void>();
    createInterface({ input: output }).on('line', line => {
      const { id, result } = JSON.parse(line);
      waiting.get(id)?.(result);
    });
    let onUrl: (url: string) => void = () => {};
    const url = new Promise<string>(resolve => {
      onUrl = resolve;
    });
    const stderr = (text: string): void => {
      const [found] = /http:\S+/.exec(text) ?? [];
      if (found !== undefined) onUrl(found);
    };
    const streams = () => ({ input, output });
    const ended = runToolmark(['guard', '--approve-port', '0', ...SERVER], { cwd, stderr, streams });
    let id = 0;
    const request = (method: string, params: object): Promise<unknown> => {
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
      return new Promise(resolve => waiting.set(id, resolve));
    };
    const clientInfo = { name: 'test', version: '1' };
    await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    const call = (args: object) => request('tools/call', { name: 'get_forecast', arguments: args });
    const end = async (): Promise<number> => {
      input.end();
      return (await ended).exit;
    };
    return { url: await url, call, end };
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES !== undefined) await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
  }

  test('a person sees the call appear, allows it, refuses the next, and everything works without scripts', async () => {
    const { url, call, end } = await guarded();
    const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', message => problems.push(message.text()));
    await page.goto(url);
    expect(await page.locator('h1').textContent()).toBe('No calls are waiting');
    await picture(page, 'empty');

    const hostile = '</pre><script>document.title = "owned"</script>\u202egnp.exe';
    const first = call({ city: hostile, days: 3 });
    // The page looks again by itself.
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    expect(await page.title()).toBe('(1) Toolmark approval');
    expect(await page.locator('h2').textContent()).toBe('Call get_forecast on weather?');
    expect(JSON.parse((await page.locator('pre').textContent()) ?? '')).toEqual({ city: hostile, days: 3 });
    expect(await page.locator('pre').textContent()).toContain(String.raw`\u202e`);
    await picture(page, 'one');
    await page.getByRole('button', { name: 'Allow' }).click();
    expect(await first).toMatchObject({ content: [{ text: 'called get_forecast' }] });
    expect(await page.locator('h1').textContent()).toBe('No calls are waiting');

    const second = call({ city: 'Bern' });
    await page.getByRole('button', { name: 'Refuse' }).click();
    expect(await second).toMatchObject({ isError: true, _meta: { 'dev.toolmark/guard': { code: 'guard.refused' } } });
    expect(problems).toEqual([]);
    await context.close();
    expect(await end()).toBe(0);
  });

  test('two calls stand in the order they came in; in the dark, and on a small screen, nothing is cut off', async () => {
    const { url, call, end } = await guarded();
    const context = await browser.newContext({ viewport: { width: 380, height: 700 }, colorScheme: 'dark' });
    const page = await context.newPage();
    void call({ city: `",${' '.repeat(30)}"city": "Fake"`, days: 1 });
    await page.goto(url);
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    const second = call({ city: 'Second' });
    const look = async (): Promise<number> => {
      await page.reload();
      return page.locator('article').count();
    };
    await expect.poll(look).toBe(2);
    await picture(page, 'two-dark-small');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
    await page.getByRole('button', { name: 'Allow' }).nth(1).click();
    expect(await second).toMatchObject({ content: [{ text: 'called get_forecast' }] });
    expect(await page.locator('h1').textContent()).toBe('One call is waiting for approval');
    await context.close();
    expect(await end()).toBe(0);
  });

  test('a form on another site cannot answer', async () => {
    const { url, call, end } = await guarded();
    void call({ city: 'Bern' });
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    const id = await page.locator('input[name=id]').getAttribute('value');
    const form = `<form method="post" action="${url}"><input name="id" value="${id}"><button name="answer" value="allow">Go</button></form>`;
    await page.goto(`data:text/html,${encodeURIComponent(form)}`);
    const [response] = await Promise.all([page.waitForResponse(url), page.getByRole('button').click()]);
    expect(response.status()).toBe(403);
    await page.close();
    expect(await end()).toBe(0);
  });
});
