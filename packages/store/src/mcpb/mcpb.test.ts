import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '@toolmark/core';
import type { BundlePackage } from '@toolmark/core/package';
import { describe, expect, test } from 'vitest';
import { mcpbManifest, signMcpb, weatherBundle } from '../../../../test/fakes/mcpb-file.ts';
import { issue } from '../../../../test/pki.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import type { Context } from '../context.ts';
import type { Prepared } from '../ecosystem.ts';
import { mcpb } from './mcpb.ts';

const WANTED = { type: 'mcpb', file: 'weather.mcpb', args: [] } as const;
const LAUNCH = { command: 'weather.mcpb', args: [] };

function contextWith(file: Uint8Array): Context {
  const cwd = temporaryFolder();
  writeFileSync(path.join(cwd, 'weather.mcpb'), file);
  return { store: path.join(cwd, 'store'), cwd, env: {} };
}

async function lockOf(context: Context): Promise<BundlePackage> {
  const { package: pinned } = await mcpb.resolve(WANTED, context);
  if (pinned.type !== 'mcpb') throw new Error('It is not a bundle.');
  return pinned;
}

function prepare(pinned: BundlePackage, context: Context): Promise<Prepared> {
  return mcpb.prepare(pinned, undefined, WANTED, LAUNCH, context);
}

describe('the lock of a bundle', () => {
  test('has its name, version and digest', async () => {
    const file = weatherBundle();
    expect(await lockOf(contextWith(file))).toEqual({
      type: 'mcpb',
      name: 'weather',
      version: '1.2.0',
      integrity: sha256(file),
      purl: expect.stringContaining('weather@1.2.0'),
    });
  });

  test('has the certificate of its signer; another one, or none, is another lock', async () => {
    const [ada, mallory] = [await issue({ name: 'CN=Ada' }), await issue({ name: 'CN=Ada' })];
    const locks = [signMcpb(weatherBundle(), ada), signMcpb(weatherBundle(), mallory), weatherBundle()].map(file =>
      lockOf(contextWith(file)),
    );
    const signers = (await Promise.all(locks)).map(({ signer }) => signer);
    expect(signers).toEqual([sha256(ada.certificate), sha256(mallory.certificate), undefined]);
  });
});

describe('a file is refused', () => {
  test.each<[string, (file: string) => void, string]>([
    ['that is missing', file => rmSync(file), 'package.not-found'],
    ['that is a folder', replaceByFolder, 'package.unreadable'],
    ['that is too large, before it is read', file => truncateSync(file, 256 * 1024 * 1024 + 1), 'mcpb.too-large'],
    ['that is empty', file => truncateSync(file, 0), 'mcpb.malformed'],
  ])('%s', async (_, change, code) => {
    const context = contextWith(weatherBundle());
    change(path.join(context.cwd, 'weather.mcpb'));
    await expect(lockOf(context)).rejects.toMatchObject({ code });
  });
});

describe('to start a bundle', () => {
  test('it is unpacked once, and needs its file no more', async () => {
    const context = contextWith(weatherBundle({ 'server/empty/': '' }));
    const pinned = await lockOf(context);
    const { command, args } = await prepare(pinned, context);
    expect(command).toBe(process.execPath);
    expect(execFileSync(command, args, { encoding: 'utf8' })).toBe('weather\n');
    rmSync(path.join(context.cwd, 'weather.mcpb'));
    expect(await prepare(pinned, context)).toEqual({ command, args, env: {} });
  });

  test.each<[string, (pinned: BundlePackage) => BundlePackage]>([
    ['with another digest', pinned => ({ ...pinned, integrity: sha256('other') })],
    ['with another signer', pinned => ({ ...pinned, signer: sha256('other') })],
  ])('another file than the locked one is refused: %s', async (_, change) => {
    const context = contextWith(weatherBundle());
    const pinned = change(await lockOf(context));
    await expect(prepare(pinned, context)).rejects.toMatchObject({ code: 'package.integrity-mismatch' });
  });

  test('nothing is left of a bundle that does not unpack', async () => {
    const file = Buffer.from(weatherBundle({ 'server/data.txt': 'x'.repeat(99) }));
    // A wrong check sum of a file that only unpacking reads.
    file.writeUInt32LE(7, file.lastIndexOf('server/data.txt') - 30);
    const context = contextWith(file);
    const pinned = await lockOf(context);
    await expect(prepare(pinned, context)).rejects.toMatchObject({ code: 'mcpb.malformed' });
    expect(
      statSync(path.join(context.store, 'mcpb', pinned.integrity.slice(7)), { throwIfNoEntry: false }),
    ).toBeUndefined();
    await expect(prepare(pinned, context)).rejects.toMatchObject({ code: 'mcpb.malformed' });
  });

  test.skipIf(process.platform === 'win32')('a program in it may be executed, other files not', async () => {
    const server = { type: 'binary', entry_point: 'run', mcp_config: { command: '${__dirname}/run', args: ['a b'] } };
    const files = { 'manifest.json': mcpbManifest({ server }), run: '#!/bin/sh\necho "$@"', 'data.txt': 'x' };
    const context = contextWith(weatherBundle(files, { run: 0o100755, 'data.txt': 0o100644 }));
    const { command, args } = await prepare(await lockOf(context), context);
    expect(execFileSync(command, args, { encoding: 'utf8' })).toBe('a b\n');
    expect(statSync(path.join(path.dirname(command), 'data.txt')).mode & 0o111).toBe(0);
  });

  test.skipIf(process.platform === 'win32')('a program in an archive without permissions may be executed', async () => {
    const server = { type: 'binary', entry_point: 'run', mcp_config: { command: 'run' } };
    const context = contextWith(
      weatherBundle({ 'manifest.json': mcpbManifest({ server }), run: '#!/bin/sh\necho ran' }),
    );
    const { command, args } = await prepare(await lockOf(context), context);
    expect(execFileSync(command, args, { encoding: 'utf8' })).toBe('ran\n');
  });
});

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}
