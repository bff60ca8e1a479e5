import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NpmRegistry } from '../../fakes/npm-registry.ts';
import { type NpmUser, npmUser } from '../../fakes/npm-user.ts';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';
import { askThrough, INITIALIZE } from './ask-through.ts';
import { publishCompromised, publishGreeting, publishServer } from './published-server.ts';

const NPX = ['--', 'npx', '-y', '@acme/greeter', '--loud'];
describe('a dependency of a server is compromised', () => {
  let registry: NpmRegistry;
  let user: NpmUser;
  let marker: string;

  beforeAll(async () => {
    registry = await NpmRegistry.start();
    user = npmUser(registry);
    marker = path.join(user.home, 'compromised');
    publishGreeting(registry, '1.0.0', 'hello');
    publishServer(registry, '1.0.0');
  });
  afterAll(() => registry.stop());

  function toolmark(...args: string[]): Promise<Outcome> {
    return runToolmark(args, world());
  }

  function world(): { cwd: string; home: string; env: Record<string, string | undefined> } {
    const { cwd, env, store } = user.context;
    return { cwd, home: user.home, env: { ...env, TOOLMARK_STORE: store } };
  }

  const at = (file: string): string => path.join(user.context.cwd, file);

  test('lock pins the server with all of its dependencies', async () => {
    const { exit, stdout } = await toolmark('lock', ...NPX);
    expect(stdout).toContain('  npm @acme/greeter 1.0.0, 2 packages, pinned\n');
    expect(exit).toBe(0);
    const { lockfileVersion, servers } = JSON.parse(readFileSync(at('toolmark.lock.json'), 'utf8'));
    expect(lockfileVersion).toBe(2);
    expect(servers.default.package).toMatchObject({
      type: 'npm',
      name: '@acme/greeter',
      spec: 'latest',
      bin: 'greeter',
    });
    const { trees } = JSON.parse(readFileSync(at('toolmark.packages.json'), 'utf8'));
    expect(Object.keys(trees)).toEqual([servers.default.package.tree]);
  });

  test('check reports that nothing has changed', async () => {
    expect(await toolmark('check', ...NPX)).toMatchObject({ exit: 0, stdout: 'default  unchanged\n' });
  });

  test('check reports the compromised dependency, and none of it runs', async () => {
    publishCompromised(registry, '1.0.1', marker);
    const { exit, stdout } = await toolmark('check', ...NPX);
    expect(exit).toBe(1);
    expect(stdout).toContain('greeting');
    expect(stdout).toContain('1.0.1');
    expect(existsSync(marker)).toBe(false);
  });

  test('lock without --update keeps the version that was approved', async () => {
    expect(await toolmark('lock', ...NPX)).toMatchObject({ exit: 0, stdout: expect.stringContaining('up to date') });
  });

  test('lock --update shows what is new before it is accepted', async () => {
    const before = readFileSync(at('toolmark.lock.json'), 'utf8');
    publishGreeting(registry, '1.1.0', 'good day');
    publishServer(registry, '1.1.0', { description: 'Greets politely.' });
    const { exit, stdout, stderr } = await toolmark('lock', '--update', ...NPX);
    expect(exit).toBe(1);
    expect(stderr).toContain('Nothing was written.');
    for (const part of ['1.1.0', 'greeting', 'politely']) expect(stdout).toContain(part);
    expect(readFileSync(at('toolmark.lock.json'), 'utf8')).toBe(before);
    expect(existsSync(marker)).toBe(false);
  });

  test('the guard runs the approved code, without the network', async () => {
    await registry.stop();
    const requests = [INITIALIZE, ['tools/call', { name: 'greet', arguments: {} }]] as const;
    const { answers, outcome } = await askThrough(['guard', '--start-wait', '60', ...NPX], world(), requests);
    expect(answers[1]).toMatchObject({ result: { content: [{ text: 'hello --loud' }] } });
    expect(outcome).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('default') });
    expect(existsSync(marker)).toBe(false);
  });
});
