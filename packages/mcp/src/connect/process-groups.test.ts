import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';

/** A program of ours that has started a stubborn server and now waits, or ends by itself. */
function hostProgram(then: string) {
  const connect = path.join(import.meta.dirname, 'connect.ts');
  const server = path.resolve(import.meta.dirname, '../../../../test/fakes/scripted-server.ts');
  const script = `
    import { connect } from ${JSON.stringify(connect)};
    import { scriptedServer } from ${JSON.stringify(server)};
    const stubborn = "process.stderr.write(process.pid + '\\\\n'); setInterval(() => {}, 1000); process.on('SIGTERM', () => {});";
    await connect(scriptedServer(stubborn), { env: process.env, onStderr: line => console.log(line) });
    ${then}`;
  const args = ['--import', 'tsx', '--conditions=toolmark-source', '--input-type=module', '-e', script];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

function isAlive(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

test.each<[string, NodeJS.Signals | undefined, string]>([
  ['is interrupted', 'SIGINT', 'setInterval(() => {}, 1000); console.log("ready");'],
  ['is terminated', 'SIGTERM', 'setInterval(() => {}, 1000); console.log("ready");'],
  ['just ends', undefined, 'console.log("ready"); process.exit(3);'],
  [
    'fails',
    undefined,
    'console.log("ready"); console.error = () => {}; process.on("uncaughtException", () => process.exit(3)); throw new Error();',
  ],
])('no server outlives a program that %s', async (_, signal, then) => {
  const host = hostProgram(then);
  let said = '';
  for await (const chunk of host.stdout) {
    said += String(chunk);
    if (said.includes('ready')) {
      if (signal !== undefined) host.kill(signal);
      break;
    }
  }
  if (host.exitCode === null && host.signalCode === null) await once(host, 'exit');
  const pid = Number.parseInt(said, 10);
  expect(pid).toBeGreaterThan(1);
  expect(isAlive(pid)).toBe(false);
  expect(host.signalCode ?? undefined).toBe(signal);
});
