import { sha256, ToolmarkError } from '@toolmark/core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  joined,
  mcpbFile,
  mcpbManifest,
  signMcpb,
  weatherBundle,
  withBlock,
} from '../../../../test/fakes/mcpb-file.ts';
import { type Issued, issue } from '../../../../test/pki.ts';
import { type Bundle, openBundle } from './open-bundle.ts';

let ada: Issued;

beforeAll(async () => {
  ada = await issue({ name: 'CN=Ada' });
});

const SYMLINK = 0o120777;
const PIPE = 0o010644;
const FOLDER = 0o040755;
const END_BYTES = 22;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const codeOf = (file: Uint8Array): Promise<string> =>
  openBundle(file).then(
    () => 'opened',
    error => (error instanceof ToolmarkError ? error.code : String(error)),
  );

/** Texts replaced in the bytes of an archive, in the directory and the local headers alike. */
function edited(file: Uint8Array, from: string, to: string, count = Number.POSITIVE_INFINITY): Uint8Array {
  const bytes = Buffer.from(file);
  for (let at = bytes.indexOf(from), done = 0; at >= 0 && done < count; at = bytes.indexOf(from, at + 1), done++)
    bytes.write(to, at, 'latin1');
  return new Uint8Array(bytes);
}

/** A number in the end record, or in a record of the directory. */
function patched(file: Uint8Array, at: number, value: number, bytes: 2 | 4): Uint8Array {
  const copy = Buffer.from(file);
  copy.writeUIntLE(value, at, bytes);
  return new Uint8Array(copy);
}

function inEnd(field: number, value: number, bytes: 2 | 4): Uint8Array {
  const file = weatherBundle();
  return patched(file, file.length - END_BYTES + field, value, bytes);
}

/** A field of the directory's record of a file. */
function inDirectory(file: Uint8Array, name: string, field: number, value: number, bytes: 2 | 4): Uint8Array {
  return patched(file, Buffer.from(file).lastIndexOf(name) - 46 + field, value, bytes);
}

describe('a name in a bundle is refused', () => {
  test.each<[string, string, number?]>([
    ['a parent folder', '../x.js'],
    ['a parent folder inside', 'server/../../x.js'],
    ['a parent folder at the end', 'server/..'],
    ['an absolute path', '/etc/passwd'],
    ['an empty part', 'server//x.js'],
    ['its own folder', './x.js'],
    ['a backslash', '..\\x.js'],
    ['a drive letter', 'C:/x.js'],
    ['a stream of NTFS', 'server/index.js:x'],
    ['a NUL', 'server/x\0.js'],
    ['a line break', 'server/x\n.js'],
    ['a dot at the end', 'server/x.js.'],
    ['a space at the end', 'server /x.js'],
    ['another case', 'SERVER/INDEX.JS'],
    ['a letter that folds to another', 'ſerver/index.js'],
    ['a folder that is a file', 'server/index.js/x'],
    ['a file that is a folder', 'server'],
    ['a folder with content', 'server/x/'],
    ['too long a name', `${'a/'.repeat(600)}x`],
    ['too long a part', 'a'.repeat(256)],
    ['a link', 'server/link', SYMLINK],
    ['a pipe', 'server/pipe', PIPE],
    ['a folder without a slash', 'server/folder', FOLDER],
  ])('%s', async (_, name, mode) => {
    const file = weatherBundle({ [name]: 'x' }, mode === undefined ? {} : { [name]: mode });
    expect(await codeOf(file)).toBe('mcpb.unsafe-path');
  });

  test('the same one twice', async () => {
    const file = weatherBundle({ 'server/other.js': 'x', 'server/third.js': 'y' });
    expect(await codeOf(edited(file, 'server/third.js', 'server/other.js'))).toBe('mcpb.unsafe-path');
  });

  test('two that differ in how a letter is composed', async () => {
    expect(await codeOf(weatherBundle({ 'é.js': 'x', 'e\u0301.js': 'y' }))).toBe('mcpb.unsafe-path');
  });

  test('bytes that are not UTF-8', async () => {
    expect(await codeOf(edited(weatherBundle({ 'xx.js': '' }), 'xx.js', '\xff\xfe.js'))).toBe('mcpb.malformed');
  });
});

describe('an archive is refused', () => {
  const bomb = weatherBundle({ 'bomb.bin': new Uint8Array(1_000_000) });

  test.each<[string, Uint8Array, string]>([
    ['empty', new Uint8Array(), 'mcpb.malformed'],
    ['text', encode('not an archive'), 'mcpb.malformed'],
    ['an empty archive', mcpbFile({}), 'mcpb.malformed'],
    ['with bytes after it', joined(weatherBundle(), encode('x')), 'mcpb.malformed'],
    ['with bytes before it', joined(encode('x'), weatherBundle()), 'mcpb.malformed'],
    ['cut short', weatherBundle().subarray(0, -1), 'mcpb.malformed'],
    ['with two ends', twoEnds(), 'mcpb.malformed'],
    ['on several disks', inEnd(4, 1, 2), 'mcpb.malformed'],
    ['with fewer entries than its directory has', inEnd(10, 1, 2), 'mcpb.malformed'],
    [
      'with more entries than its directory has',
      patched(inEnd(10, 3, 2), weatherBundle().length - 14, 3, 2),
      'mcpb.malformed',
    ],
    ['with its directory elsewhere', inEnd(16, 0, 4), 'mcpb.malformed'],
    ['with a directory of another size', inEnd(12, 7, 4), 'mcpb.malformed'],
    [
      'with another name in the local header',
      edited(weatherBundle(), 'server/index.js', 'server/other.js', 1),
      'mcpb.malformed',
    ],
    ['encrypted', inDirectory(weatherBundle(), 'server/index.js', 8, 1, 2), 'mcpb.malformed'],
    ['packed in an unknown way', inDirectory(weatherBundle(), 'server/index.js', 10, 12, 2), 'mcpb.malformed'],
    [
      'with another way of packing in the directory',
      inDirectory(weatherBundle(), 'server/index.js', 10, 0, 2),
      'mcpb.malformed',
    ],
    ['with a wrong check sum', inDirectory(weatherBundle(), 'manifest.json', 16, 7, 4), 'mcpb.malformed'],
    [
      'with an entry beyond its end',
      inDirectory(weatherBundle(), 'server/index.js', 42, 0x7fffffff, 4),
      'mcpb.malformed',
    ],
    [
      'with too many packed bytes',
      inDirectory(weatherBundle(), 'server/index.js', 20, 0x7fffffff, 4),
      'mcpb.malformed',
    ],
    ['with overlapping entries', inDirectory(weatherBundle(), 'manifest.json', 20, 200, 4), 'mcpb.malformed'],
    ['a bomb by its stated size', inDirectory(bomb, 'bomb.bin', 24, 1024 ** 3, 4), 'mcpb.too-large'],
    ['without a manifest', mcpbFile({ 'server/index.js': 'x' }), 'mcpb.malformed'],
    ['with a manifest in a folder', mcpbFile({ 'weather/manifest.json': mcpbManifest() }), 'mcpb.malformed'],
    ['with a manifest longer than stated', inDirectory(weatherBundle(), 'manifest.json', 24, 10, 4), 'mcpb.too-large'],
    [
      'with a manifest shorter than stated',
      inDirectory(weatherBundle(), 'manifest.json', 24, 9_999, 4),
      'mcpb.malformed',
    ],
    ['with a huge manifest', weatherBundle({ 'manifest.json': `{"a":"${'x'.repeat(1024 ** 2)}"}` }), 'mcpb.too-large'],
    ['without its entry point', mcpbFile({ 'manifest.json': mcpbManifest() }), 'mcpb.malformed'],
  ])('%s', async (_, file, code) => {
    expect(await codeOf(file)).toBe(code);
  });

  test('with an entry that is a bomb: it ends at the stated length', async () => {
    const bundle = await openBundle(inDirectory(bomb, 'bomb.bin', 24, 100, 4));
    const entry = bundle.entries.find(({ name }) => name === 'bomb.bin');
    if (entry === undefined) throw new Error('There is no entry.');
    expect(() => bundle.read(entry)).toThrow(expect.objectContaining({ code: 'mcpb.too-large' }));
  });

  test('with too many entries', async () => {
    const files = Array.from({ length: 20_000 }, (_, i) => [`f/${i}`, ''] as const);
    expect(await codeOf(weatherBundle(Object.fromEntries(files)))).toBe('mcpb.too-large');
  });

  test('with any byte changed, or it holds the same files', async () => {
    const file = weatherBundle();
    const whole = await openBundle(file);
    const before = filesOf(whole);
    for (let at = 0; at < file.length; at++) {
      const changed = Uint8Array.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0x11;
      const bundle = await openBundle(changed).catch(error => error);
      if (!(bundle instanceof ToolmarkError)) expect(filesOrRefusal(bundle)).toEqual(before);
    }

    function filesOrRefusal(bundle: Bundle): object {
      try {
        return filesOf(bundle);
      } catch (error) {
        expect(error).toBeInstanceOf(ToolmarkError);
        return before;
      }
    }
  });
});

describe('a bundle is opened', () => {
  test('with its digest and manifest', async () => {
    const file = weatherBundle();
    expect(await openBundle(file)).toMatchObject({
      digest: sha256(file),
      signer: undefined,
      manifest: { name: 'weather', version: '1.2.0', type: 'node', entryPoint: 'server/index.js' },
    });
  });

  test('with the fingerprint of its signer, and the digest of the whole file', async () => {
    const file = signMcpb(weatherBundle(), ada);
    expect(await openBundle(file)).toMatchObject({ digest: sha256(file), signer: sha256(ada.certificate) });
  });

  test('with its signature block counted as its comment', async () => {
    const plain = weatherBundle();
    const length = signMcpb(plain, ada).length - plain.length;
    const counted = patched(plain, plain.length - 2, length, 2);
    const signed = signMcpb(counted, ada);
    expect(signed.length - counted.length - length).toBeLessThan(4);
    // The length of an ECDSA signature varies by some bytes.
    if (signed.length === counted.length + length)
      expect(await openBundle(signed)).toMatchObject({ signer: sha256(ada.certificate) });
    else expect(await codeOf(signed)).toBe('mcpb.malformed');
  });

  test('with folders, a comment and stored files', async () => {
    const file = weatherBundle({ 'server/assets/': '', 'server/assets/a.png': new Uint8Array([1, 2, 3]) });
    const commented = joined(patched(file, file.length - 2, 5, 2), encode('hello'));
    expect(await codeOf(commented)).toBe('opened');
  });
});

describe('a signature that does not hold is refused', () => {
  test.each<[string, () => Uint8Array]>([
    ['of another bundle', () => signMcpb(weatherBundle(), ada, { content: weatherBundle({ 'x.js': 'x' }) })],
    ['of nothing', () => withBlock(weatherBundle(), new Uint8Array(3))],
    ['cut off in front', () => joined(weatherBundle(), encode('MCPB_SIG_END'))],
  ])('%s', async (_, file) => {
    expect(await codeOf(file())).toBe('mcpb.bad-signature');
  });

  test('a block without its end is not an archive', async () => {
    expect(await codeOf(signMcpb(weatherBundle(), ada).subarray(0, -1))).toBe('mcpb.malformed');
  });
});

/** An end record in the comment of another one. */
function twoEnds(): Uint8Array {
  const file = weatherBundle();
  const end = file.subarray(file.length - END_BYTES);
  return joined(patched(file, file.length - 2, END_BYTES, 2), end);
}

function filesOf({ entries, read }: Bundle): object {
  return entries.map(entry => [entry.name, Buffer.from(read(entry)).toString()]);
}
