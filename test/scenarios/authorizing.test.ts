import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Io } from '../../packages/cli/src/io.ts';
import { offerLogins } from '../../packages/cli/src/sources/offer-logins.ts';
import { fakeIo } from '../fake-io.ts';
import {
  type FakeAuthorizationServer,
  type FakeProtectedServer,
  serveAuthorization,
  serveProtected,
  visit,
} from '../fakes/fake-authorization.ts';
import { type Outcome, runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SECRET = /access-|refresh-|code-[0-9a-f]/;
let cwd: string;
let issuer: FakeAuthorizationServer;
let server: FakeProtectedServer;

beforeEach(async () => {
  cwd = temporaryFolder();
  issuer = await serveAuthorization();
  server = await serveProtected(issuer);
});

afterEach(() => {
  issuer.close();
  server.close();
});

function world(): Pick<Io, 'cwd' | 'env' | 'home'> {
  return { cwd, env: { PATH: process.env.PATH }, home: cwd };
}

/** Runs a command without a terminal. Nothing that it prints may hold a token. */
async function toolmark(...args: string[]): Promise<Outcome> {
  const outcome = await runToolmark(args, world());
  expect(outcome.stdout + outcome.stderr).not.toMatch(SECRET);
  return outcome;
}

/** The address that a command has printed for the browser, followed as a person would. */
function browser(printed: { text: string } = { text: '' }): (text: string) => void {
  return text => {
    printed.text += text;
    const [address] = text.match(/http:\/\/127\.0\.0\.1:\d+\/authorize\S*/) ?? [];
    if (address !== undefined) void visit(address);
  };
}

async function logIn(...args: string[]): Promise<Outcome> {
  const printed = { text: '' };
  const outcome = await runToolmark(['login', ...args], { ...world(), stderr: browser(printed) });
  expect(outcome.stdout + printed.text).not.toMatch(SECRET);
  return { ...outcome, stderr: printed.text };
}

function lockText(): string {
  return readFileSync(path.join(cwd, 'toolmark.lock.json'), 'utf8');
}

describe('a remote server with OAuth', () => {
  test('[login.required] is refused before a login, with the command to run, by every command', async () => {
    const command = `Run: toolmark login ${server.url}`;
    for (const name of ['lock', 'check', 'scan', 'snapshot', 'digest', 'describe']) {
      if (name === 'check') writeFileSync(path.join(cwd, 'toolmark.lock.json'), '{"lockfileVersion":1,"servers":{}}\n');
      const { exit, stdout, stderr } = await toolmark(name, '--url', server.url);
      expect([name, exit, stdout + stderr]).toEqual([name, 2, expect.stringContaining(command)]);
      expect(stdout + stderr).toContain('authorization.login-required');
    }
    expect(issuer.asked).toEqual([]);
  });

  test('works in every command after a login', async () => {
    const { exit, stdout, stderr } = await logIn(server.url);
    expect([exit, stdout.split('\n')[0]]).toEqual([0, `Logged in to ${server.url} at ${issuer.origin}.`]);
    expect(stderr).toContain(`Log in at ${issuer.origin}`);
    for (const name of ['lock', 'check', 'scan', 'snapshot', 'digest']) {
      expect([name, (await toolmark(name, '--url', server.url)).exit]).toEqual([name, 0]);
    }
    // It was asked; an address on this machine is not one to publish.
    const described = await toolmark('describe', '--as', 'com.example/web', '--url', server.url);
    expect(described.stderr).toContain('[convert.refused]');
    expect(lockText()).not.toMatch(SECRET);
    expect(issuer.granted('authorization_code')).toHaveLength(1);
  });

  test('is named by its key in a config, and by its address', async () => {
    writeFileSync(
      path.join(cwd, '.mcp.json'),
      JSON.stringify({ mcpServers: { web: { url: `${server.url}?tenant=a` } } }),
    );
    const { stdout } = await logIn('web', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual({
      server: server.url,
      issuer: issuer.origin,
      file: expect.stringContaining(cwd),
    });
    expect((await toolmark('lock')).exit).toBe(0);
    const done = await toolmark('logout', 'web', '--format', 'json');
    expect([done.exit, JSON.parse(done.stdout)]).toEqual([0, { server: server.url, wasStored: true, revoked: true }]);
    expect((await toolmark('check')).exit).toBe(2);
    expect((await toolmark('logout', server.url)).stdout).toBe(`Not logged in to ${server.url}.\n`);
  });

  test('a logout that is not confirmed says so', async () => {
    await logIn(server.url);
    issuer.instead.set('/revoke', (_, response) => response.writeHead(400).end());
    const { exit, stderr } = await toolmark('logout', server.url);
    expect([exit, stderr]).toEqual([1, expect.stringContaining('did not confirm')]);
    expect(readdirSync(path.join(cwd, '.config/toolmark/servers'))).toEqual([]);
  });

  test('tokens are in no lock, report, audit log or environment', async () => {
    await logIn(server.url);
    const script =
      'process.stdin.on("data", () => {}); console.error(Object.values(process.env).join(" "));process.exit(1)';
    const config = {
      mcpServers: { web: { url: server.url }, local: { command: process.execPath, args: ['-e', script] } },
    };
    writeFileSync(path.join(cwd, '.mcp.json'), JSON.stringify(config));
    await toolmark('lock', '--server', 'web', '--name', 'web');
    for (const format of ['text', 'json', 'sarif', 'markdown'])
      await toolmark('check', '--format', format, '--verbose');
    expect(lockText()).not.toMatch(SECRET);
  });

  test.each([
    ['login', ['web']],
    ['login', ['--scope', 'a']],
    ['login', ['--no-open']],
    ['logout', ['--config', 'x.json']],
    ['login', ['https://mcp.example/', '--registry', 'https://registry.example']],
    ['login', ['https://mcp.example/', '--client-secret-file', 'x']],
    ['login', ['http://mcp.example/mcp']],
  ])('%s %j could not be asked', async (command, args) => {
    const { exit, stderr } = await toolmark(command, ...args);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/\[(?:usage|authorization)\.[a-z-]+\]\n$/)]);
  });

  test('a server that is started has no login', async () => {
    writeFileSync(path.join(cwd, '.mcp.json'), '{"mcpServers":{"local":{"command":"node"}}}');
    expect((await toolmark('login', 'local')).stderr).toContain('[usage.not-remote]');
  });
});

describe('on a terminal', () => {
  test('the browser is opened, and only there', async () => {
    const opened = path.join(cwd, 'opened');
    writeFileSync(path.join(cwd, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`);
    chmodSync(path.join(cwd, 'xdg-open'), 0o755);
    const env = { PATH: `${cwd}:${process.env.PATH}` };
    const options = { ...world(), env };
    await runToolmark(['login', server.url], { ...options, stderr: browser() });
    await runToolmark(['login', server.url, '--no-open'], { ...options, stderr: browser(), isInteractive: true });
    expect(readdirSync(cwd)).not.toContain('opened');
    const printed = { text: '' };
    await runToolmark(['login', server.url], { ...options, stderr: browser(printed), isInteractive: true });
    await expect.poll(() => readdirSync(cwd)).toContain('opened');
    expect(printed.text).toContain(readFileSync(opened, 'utf8').trim());
  });

  const failed = () => ({
    server: { key: 'web', source: { kind: 'http' as const, url: server.url } },
    error: new ToolmarkError('authorization.login-required', 'The server asks for a login.'),
    notes: [],
    lastStderr: [],
  });

  test('a person is asked before anything is opened, and the server is asked again after a yes', async () => {
    const questions: string[] = [];
    const again: string[] = [];
    const answers = [false, true];
    const { io } = fakeIo({ ...world(), isInteractive: true, stderr: browser() });
    for (const answer of answers) {
      const results = await offerLogins(
        [failed()],
        async servers => {
          again.push(...servers.map(({ key }) => key));
          return [{ server: servers[0] ?? failed().server, snapshot: { tools: [] } as never, notes: [] }];
        },
        { open: false },
        io,
        async question => {
          questions.push(question);
          return answer;
        },
      );
      expect('error' in (results[0] ?? {})).toBe(!answer);
      expect(issuer.granted('authorization_code')).toHaveLength(answer ? 1 : 0);
    }
    expect([questions, again]).toEqual([[expect.stringContaining('"web"'), expect.stringContaining('"web"')], ['web']]);
  });

  test('does not prompt without a terminal', async () => {
    const { io } = fakeIo(world());
    const fail = (): never => {
      throw new Error('Prompted without a terminal.');
    };
    expect(await offerLogins([failed()], fail, { open: true }, io, fail)).toHaveLength(1);
  });
});
