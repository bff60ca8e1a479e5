import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepToken, tokensFile } from '../../packages/cli/src/files/credentials.ts';
import { readPem } from '../../packages/cli/src/files/pem.ts';
import { parseCrl } from '../../packages/core/src/sign/crl.ts';
import { fakeIo } from '../fake-io.ts';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { TOOLMARK } from './guarded-client.ts';

const SERVERS = path.join(import.meta.dirname, 'servers');

describe('runs of the CLI at one time', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = temporaryFolder();
  });

  /** Locks a server in a process of its own. */
  function lock(name: string, server = 'honest.js'): Promise<number | null> {
    const args = [TOOLMARK, 'lock', '--name', name, '--', process.execPath, path.join(SERVERS, server)];
    const child = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
    return new Promise(resolve => child.once('exit', resolve));
  }

  function lockedServers(): string[] {
    return Object.keys(JSON.parse(readFileSync(path.join(cwd, 'toolmark.lock.json'), 'utf8')).servers);
  }

  test('[lock.concurrent-runs] of lock keep every entry', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const exits = await Promise.all(names.map(name => lock(name)));
    expect(exits).toEqual(names.map(() => 0));
    expect(lockedServers()).toEqual(names);
    expect(readdirSync(cwd)).toEqual(['toolmark.lock.json']);
  });

  test('[lock.concurrent-runs] of lock take over the lock file of a killed process', async () => {
    const space = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : '-';
    writeFileSync(path.join(cwd, 'toolmark.lock.json.lock'), `${spawnSync('true').pid} 1  ${space} 00\n`);
    expect(await Promise.all([lock('a'), lock('b')])).toEqual([0, 0]);
    expect(lockedServers()).toEqual(['a', 'b']);
    expect(readdirSync(cwd)).toEqual(['toolmark.lock.json']);
  });

  test('of revoke keep every entry, in the list and in the CRL', async () => {
    const toolmark = async (...args: string[]) =>
      expect(await runToolmark(args, { cwd })).toMatchObject({ exit: 0, stderr: '' });
    await toolmark('keygen', '--subject', 'CA', '--ca', '--out', 'ca');
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) {
      await toolmark(
        'keygen',
        '--subject',
        name,
        '--issuer',
        'ca/certificate.pem',
        '--issuer-key',
        'ca/key.pem',
        '--out',
        name,
      );
    }
    const crl = ['--crl', 'ca.crl', '--issuer', 'ca/certificate.pem', '--issuer-key', 'ca/key.pem'];
    await Promise.all(names.map(name => toolmark('revoke', `${name}/certificate.pem`, '--list', 'list.json', ...crl)));
    expect(JSON.parse(readFileSync(path.join(cwd, 'list.json'), 'utf8')).revoked).toHaveLength(4);
    const crlBytes = readPem(readFileSync(path.join(cwd, 'ca.crl')));
    expect(parseCrl(crlBytes).revoked.size).toBe(4);
  });

  test('of login keep every token', async () => {
    const { io } = fakeIo({ cwd, home: cwd });
    const registries = Array.from({ length: 10 }, (_, index) => `https://registry-${index}.example`);
    await Promise.all(registries.map(registry => keepToken(registry, 'token', io)));
    expect(Object.keys(JSON.parse(readFileSync(tokensFile(io), 'utf8')).tokens).sort()).toEqual(registries);
  });
});
