import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Io } from '../../packages/cli/src/io.ts';
import { type Outcome, runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const HONEST = path.join(import.meta.dirname, 'servers/honest.js');
const ENTRY = { command: 'node', args: [HONEST], env: { TOKEN: 'sesame-open' } };
const CONFIG = `${JSON.stringify({ mcpServers: { weather: ENTRY } }, null, 2)}\n`;
const CODEX = `[mcp_servers.weather]\ncommand = "node"\nargs = [${JSON.stringify(HONEST)}]\n`;

const digestOf = (text: string | Uint8Array): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

describe('the guard is put in and taken out', () => {
  let shared: string;
  let lock: string;
  let home: string;
  let cwd: string;
  let folder: string;
  let config: string;
  let side: string;
  let backup: string;
  let victim: string;
  beforeAll(async () => {
    shared = temporaryFolder();
    lock = path.join(shared, 'toolmark.lock.json');
    await runToolmark(['lock', '--name', 'weather', '--', 'node', HONEST], { cwd: shared });
  });
  beforeEach(() => {
    home = temporaryFolder();
    cwd = path.join(home, 'work');
    folder = path.join(home, '.cursor');
    config = path.join(folder, 'mcp.json');
    side = path.join(folder, 'mcp.toolmark.json');
    backup = `${config}.toolmark-backup`;
    victim = path.join(home, 'victim');
    for (const name of [cwd, folder]) mkdirSync(name);
    writeFileSync(config, CONFIG);
    writeFileSync(victim, 'theirs', { mode: 0o644 });
  });

  const install = (args: readonly string[] = [], world: Partial<Io> = {}): Promise<Outcome> =>
    runToolmark(['install', 'cursor', '--lockfile', lock, '--yes', ...args], { cwd, home, env: {}, ...world });

  /** Runs between the printed plan and its execution. */
  const meanwhile = (what: () => void): Partial<Io> => {
    let isDone = false;
    return {
      out: () => {
        if (!isDone) what();
        isDone = true;
      },
    };
  };

  const expectVictimUntouched = (): void => {
    expect(readFileSync(victim, 'utf8')).toBe('theirs');
    expect(statSync(victim).mode & 0o777).toBe(0o644);
  };

  describe('does not follow planted links', () => {
    test.each<[string, number, () => void]>([
      ['at the backup', 0, () => symlinkSync(victim, backup)],
      ['at the backup, to nothing', 0, () => symlinkSync(path.join(home, 'nothing'), backup)],
      ['at the side file', 2, () => symlinkSync(victim, side)],
    ])('%s', async (_, exit, lay) => {
      lay();
      expect(await install()).toMatchObject({ exit });
      expectVictimUntouched();
      expect(existsSync(path.join(home, 'nothing'))).toBe(false);
    });

    test.each<[string, number, () => void]>([
      ['at the backup', 2, () => symlinkSync(victim, backup)],
      ['at the side file', 0, () => symlinkSync(victim, side)],
    ])('%s, after the plan was shown', async (_, exit, lay) => {
      expect(await install([], meanwhile(lay))).toMatchObject({ exit });
      expectVictimUntouched();
      if (exit === 2) expect(readFileSync(config, 'utf8')).toBe(CONFIG);
      expect(await install(['--undo'])).toMatchObject({ exit: 0 });
      expectVictimUntouched();
      expect(readFileSync(config, 'utf8')).toBe(CONFIG);
    });

    test('at the backup, before it is taken out', async () => {
      await install();
      rmSync(backup);
      symlinkSync(victim, backup);
      expect(await install(['--undo'])).toMatchObject({ exit: 0 });
      expectVictimUntouched();
      expect(readFileSync(config, 'utf8')).toBe(CONFIG);
    });

    test('as another name of the config: it keeps what it had', async () => {
      const other = path.join(home, 'other.json');
      linkSync(config, other);
      expect(await install()).toMatchObject({ exit: 0 });
      expect(readFileSync(other, 'utf8')).toBe(CONFIG);
    });
  });

  describe('[install.project-links] and a config of a project that leads out of it is refused', () => {
    test.each<[string, () => void]>([
      ['a link', () => [mkdirSync(path.join(cwd, '.cursor')), symlinkSync(config, path.join(cwd, '.cursor/mcp.json'))]],
      ['a folder that is one', () => symlinkSync(folder, path.join(cwd, '.cursor'))],
    ])('%s', async (_, lay) => {
      lay();
      const { exit, stdout } = await install(['--scope', 'project']);
      expect([exit, stdout]).toEqual([2, expect.stringContaining('[install.leads-out]')]);
      expect(readFileSync(config, 'utf8')).toBe(CONFIG);
      expect([readdirSync(folder), readdirSync(path.join(cwd, '.cursor'))]).toEqual([['mcp.json'], ['mcp.json']]);
    });

    test('but one that stays inside is followed', async () => {
      mkdirSync(path.join(cwd, '.cursor'));
      copyFileSync(config, path.join(cwd, 'shared.json'));
      symlinkSync('../shared.json', path.join(cwd, '.cursor/mcp.json'));
      expect(await install(['--scope', 'project'])).toMatchObject({ exit: 0 });
      expect(readFileSync(path.join(cwd, 'shared.json'), 'utf8')).toContain('guard');
    });
  });

  test.each<[string, string, () => void]>([
    ['was changed', 'install.changed-meanwhile', () => writeFileSync(config, CONFIG.replace('node', 'deno'))],
    ['was removed', 'input.unreadable', () => rmSync(config)],
  ])('and a config that %s after the plan was shown is not replaced', async (_, code, change) => {
    const { exit, stderr } = await install([], meanwhile(change));
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`[${code}]`)]);
    expect(readdirSync(folder).filter(name => name !== 'mcp.json')).toEqual([]);
    if (existsSync(config)) expect(readFileSync(config, 'utf8')).toContain('deno');
  });

  test('and a config that cannot be replaced leaves no copy of its secrets behind', async () => {
    // There is no room in this name for that of a draft.
    const long = path.join(home, `${'x'.repeat(250)}.json`);
    copyFileSync(config, long);
    rmSync(config);
    symlinkSync(long, config);
    const { exit, stdout, stderr } = await install();
    expect([exit, stderr]).toEqual([2, expect.stringContaining('[output.unwritable]')]);
    expect(stdout).not.toContain('Done');
    expect(readdirSync(folder)).toEqual(['mcp.json']);
    expect(readFileSync(long, 'utf8')).toBe(CONFIG);
  });

  describe('refuses devices and files that are too large', () => {
    test.each<[string, string, () => void]>([
      ['a link to a terminal', 'install.not-a-file', () => [rmSync(config), symlinkSync('/dev/ptmx', config)]],
      ['a link to no end of bytes', 'install.not-a-file', () => [rmSync(config), symlinkSync('/dev/zero', config)]],
      [
        'more bytes than are read, where the first ones are a config',
        'config.too-large',
        () => [writeFileSync(config, `{"mcpServers":{}}//${'é'.repeat(16 * 1024 * 1024)}`)],
      ],
      ['a file of holes', 'config.too-large', () => truncateSync(config, 2 ** 40)],
    ])('%s', async (_, code, lay) => {
      lay();
      const { exit, stdout } = await install();
      expect([exit, stdout]).toEqual([2, expect.stringContaining(`[${code}]`)]);
      expect(readdirSync(folder)).toEqual(['mcp.json']);
    });
  });

  describe('and files keep to whom they belong', () => {
    test.each(['600', '664'])('with mode %s of the config', async mode => {
      chmodSync(config, mode);
      await install();
      const modes = [config, side, backup].map(file => (statSync(file).mode & 0o777).toString(8));
      expect(modes).toEqual([mode, '600', '600']);
      await install(['--undo']);
      expect((statSync(config).mode & 0o777).toString(8)).toBe(mode);
    });

    test('a side file that others could read is theirs no more', async () => {
      await install();
      const entries = { ...JSON.parse(readFileSync(config, 'utf8')).mcpServers, more: ENTRY };
      chmodSync(side, 0o666);
      writeFileSync(config, JSON.stringify({ mcpServers: entries }));
      await runToolmark(['lock', '--name', 'more', '--lockfile', lock, '--', 'node', HONEST], { cwd: shared });
      const { ino } = statSync(side);
      expect(await install()).toMatchObject({ exit: 0 });
      expect(statSync(side).mode & 0o777).toBe(0o600);
      expect(statSync(side).ino).not.toBe(ino);
    });

    test.skipIf(process.getuid?.() !== 0)('to the owner of the config, when root does it', async () => {
      chownSync(config, 4321, 4322);
      await install();
      const owners = [config, side, backup].map(file => [statSync(file).uid, statSync(file).gid]);
      expect(owners).toEqual(Array(3).fill([4321, 4322]));
    });
  });

  describe('does not trust a forged side file:', () => {
    const noteWith = (backup: unknown) =>
      JSON.stringify({ toolmark: { written: digestOf(CONFIG), backup }, mcpServers: {} });

    test.each<[string, string]>([
      ['no backup but null', noteWith(null)],
      ['a backup without a name', noteWith({ digest: digestOf(CONFIG) })],
      ['a backup whose name is a number', noteWith({ file: 5, digest: digestOf(CONFIG) })],
      ['a backup without a digest', noteWith({ file: 'mcp.json.toolmark-backup' })],
      ['a note that is a text', '{"toolmark":"x","mcpServers":{}}'],
      ['half a file', noteWith(undefined).slice(0, 40)],
    ])('%s', async (_, text) => {
      writeFileSync(side, text);
      const { exit, stdout } = await install(['--undo']);
      expect([exit, stdout]).toEqual([2, expect.stringContaining('[install.bad-side]')]);
      expect(readFileSync(config, 'utf8')).toBe(CONFIG);
      expect(readFileSync(side, 'utf8')).toBe(text);
    });

    test.each(['mcp.json', 'other.json', '../victim', '../victim.toolmark-backup', '..', '.', ''])(
      'a backup called %j is neither put back nor removed',
      async file => {
        writeFileSync(path.join(folder, 'other.json'), CONFIG);
        writeFileSync(side, noteWith({ file, digest: digestOf(CONFIG) }));
        expect(await install(['--undo'])).toMatchObject({ exit: 0 });
        expect(readFileSync(config, 'utf8')).toBe(CONFIG);
        expect(readFileSync(path.join(folder, 'other.json'), 'utf8')).toBe(CONFIG);
        expectVictimUntouched();
      },
    );

    test('no original of an entry: the backup has it', async () => {
      await install();
      const { toolmark } = JSON.parse(readFileSync(side, 'utf8'));
      writeFileSync(side, JSON.stringify({ toolmark, mcpServers: {} }));
      expect(await install(['--undo'])).toMatchObject({ exit: 0 });
      expect(readFileSync(config, 'utf8')).toBe(CONFIG);
      expect(readdirSync(folder)).toEqual(['mcp.json']);
    });

    test('broken TOML of Codex', async () => {
      const codex = path.join(home, '.codex');
      mkdirSync(codex);
      writeFileSync(path.join(codex, 'config.toml'), CODEX);
      writeFileSync(path.join(codex, 'config.toolmark.toml'), '[toolmark\n');
      const args = ['install', 'codex', '--lockfile', lock, '--yes', '--undo'];
      const { exit, stdout } = await runToolmark(args, { cwd, home, env: {} });
      expect([exit, stdout]).toEqual([2, expect.stringContaining('[install.bad-side]')]);
    });
  });

  describe('recovers when killed', () => {
    test.each<[string, (state: { readonly after: Buffer; readonly sideText: Buffer }) => void]>([
      ['after the backup', () => writeFileSync(backup, CONFIG)],
      ['after the side file', ({ sideText }) => [writeFileSync(backup, CONFIG), writeFileSync(side, sideText)]],
      ['before a draft got its name', ({ after }) => writeFileSync(`${config}.0123456789ab.tmp`, after)],
    ])('%s: the next run completes it, and --undo restores every byte', async (_, leave) => {
      await install();
      const state = { after: readFileSync(config), sideText: readFileSync(side) };
      await install(['--undo']);
      leave(state);
      expect(await install()).toMatchObject({ exit: 0 });
      expect(readFileSync(config)).toEqual(state.after);
      expect(await install(['--undo'])).toMatchObject({ exit: 0 });
      expect(readFileSync(config, 'utf8')).toBe(CONFIG);
      expect([side, backup].filter(file => existsSync(file))).toEqual([]);
    });
  });

  test.each<[string, string]>([
    ['CRLF', CONFIG.replaceAll('\n', '\r\n')],
    ['CRLF, comments and a byte order mark', `\ufeff// mine\n${CONFIG}/* end */`.replaceAll('\n', '\r\n')],
    ['no line end', CONFIG.trimEnd()],
  ])('and %s stay', async (_, text) => {
    writeFileSync(config, text);
    expect(await install()).toMatchObject({ exit: 0 });
    const after = readFileSync(config, 'utf8');
    expect(after.includes('\r\n') && /[^\r]\n/.test(after)).toBe(false);
    expect([after.startsWith('\ufeff'), after.includes('// mine')]).toEqual([
      text.startsWith('\ufeff'),
      text.includes('// mine'),
    ]);
    // Entry by entry: nothing but the entries was touched.
    rmSync(backup);
    expect(await install(['--undo'])).toMatchObject({ exit: 0 });
    expect(readFileSync(config, 'utf8')).toBe(text);
  });
});
