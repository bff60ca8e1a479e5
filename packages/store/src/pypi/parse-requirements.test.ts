import { ToolmarkError } from '@toolmark/core';
import type { PypiEntry, PypiTree } from '@toolmark/core/package';
import { describe, expect, test } from 'vitest';
import { formatRequirements, parseRequirements } from './parse-requirements.ts';

const A = `sha256:${'a'.repeat(64)}` as const;
const B = `sha256:${'b'.repeat(64)}` as const;

const treeOf = (packages: Readonly<Record<string, PypiEntry>>): PypiTree => ({
  type: 'pypi',
  packages: new Map(Object.entries(packages)),
});

describe('what uv writes is refused', () => {
  test.each<[string, string]>([
    ['nothing', ''],
    ['only empty lines', '\n\n'],
    ['a package without a hash', 'a==1\n'],
    ['a package without a version', `a --hash=${A}\n`],
    ['a range', `a>=1 --hash=${A}\n`],
    ['an arbitrary equality', `a===1 --hash=${A}\n`],
    ['a version with a wildcard', `a==1.* --hash=${A}\n`],
    ['an address', `a @ https://user:secret@host/a.whl --hash=${A}\n`],
    ['git', `a @ git+https://host/a --hash=${A}\n`],
    ['a folder', `-e file:///a\n`],
    ['an option', `--index-url https://user:secret@host/simple\na==1 --hash=${A}\n`],
    ['an option after a package', `a==1 --index-url https://user:secret@host --hash=${A}\n`],
    ['an option after a hash', `a==1 --hash=${A} --no-binary :all:\n`],
    ['a comment', `# secret\na==1 --hash=${A}\n`],
    ['a comment after a package', `a==1 --hash=${A} # secret\n`],
    ['extras', `a[b]==1 --hash=${A}\n`],
    ['a name in another form', `A_b==1 --hash=${A}\n`],
    ['a name that begins with a dash', `-a==1 --hash=${A}\n`],
    ['a name with look-alike letters', `а==1 --hash=${A}\n`],
    ['another kind of hash', 'a==1 --hash=md5:0123\n'],
    ['a short hash', 'a==1 --hash=sha256:aa\n'],
    ['a hash in upper case', `a==1 --hash=${A.toUpperCase()}\n`],
    ['one bad hash of two', `a==1 --hash=${A} --hash=sha256:bb\n`],
    ['an empty marker', `a==1 ;  --hash=${A}\n`],
    ['a marker with a comment', `a==1 ; python_version > "3" # x --hash=${A}\n`],
    ['a marker with an option', `a==1 ; python_version > "3" --no-binary --hash=${A}\n`],
    ['a marker with a backslash', `a==1 ; python_version > "3" \\ --hash=${A}\n`],
    ['a tab', `a==1\t--hash=${A}\n`],
    ['a NUL', `a==1\0 --hash=${A}\n`],
    ['another line separator', `a==1 --hash=${A}\u2028b==1 --hash=${A}\n`],
    ['a page', '<html>'],
    ['too many packages', Array.from({ length: 5_001 }, (_, i) => `a${i}==1 --hash=${A}\n`).join('')],
  ])('%s', (_, text) => {
    const parse = (): unknown => parseRequirements(text);
    expect(parse).toThrow(expect.objectContaining({ code: 'package.unsupported-source' }));
    expect(parse).toThrow(expect.not.objectContaining({ message: expect.stringContaining('secret') }));
  });
});

describe('what uv writes is read', () => {
  test.each<[string, string, Readonly<Record<string, PypiEntry>>]>([
    ['a package', `a==1.0 \\\n    --hash=${A}\n`, { a: { version: '1.0', hashes: [A] } }],
    ['hashes, sorted and once', `a==1 --hash=${B} --hash=${A} --hash=${B}\n`, { a: { version: '1', hashes: [A, B] } }],
    [
      'packages, sorted',
      `b==1 --hash=${A}\na==2 --hash=${B}\n`,
      { a: { version: '2', hashes: [B] }, b: { version: '1', hashes: [A] } },
    ],
    [
      'a marker',
      `a==1 ; sys_platform == 'win32' and python_full_version < '3.12' \\\n    --hash=${A}\n`,
      { a: { version: '1', hashes: [A], marker: "sys_platform == 'win32' and python_full_version < '3.12'" } },
    ],
    ['line ends of Windows', `a==1 \\\r\n    --hash=${A}\r\n`, { a: { version: '1', hashes: [A] } }],
    [
      'versions of all kinds',
      `a==1!2.0rc1.post2.dev3+local.4 --hash=${A}\n`,
      { a: { version: '1!2.0rc1.post2.dev3+local.4', hashes: [A] } },
    ],
    [
      'a name that is a member of objects',
      `constructor==1 --hash=${A}\n`,
      { constructor: { version: '1', hashes: [A] } },
    ],
  ])('%s', (_, text, packages) => {
    expect(parseRequirements(text)).toEqual(treeOf(packages));
  });

  test('two versions for two platforms are not one tree', () => {
    const text = `a==1 ; python_version < '3.12' --hash=${A}\na==2 ; python_version >= '3.12' --hash=${B}\n`;
    expect(parseRequirements(text)).toBe('forked');
  });

  test('a long text without an end is refused in time', () => {
    const text = `a==1 ; ${'x '.repeat(50_000)}`;
    expect(() => parseRequirements(text)).toThrow(ToolmarkError);
  });
});

describe('a tree becomes the file that uv installs from', () => {
  test('and back', () => {
    const tree = treeOf({
      a: { version: '1', hashes: [A, B], marker: "os_name == 'nt'" },
      b: { version: '2', hashes: [B] },
    });
    const text = formatRequirements(tree);
    expect(text).toBe(`a==1 ; os_name == 'nt' --hash=${A} --hash=${B}\nb==2 --hash=${B}\n`);
    expect(parseRequirements(text)).toEqual(tree);
  });

  test.each<[string, string, object]>([
    ['a name', '--index-url https://evil.example', {}],
    ['a name', 'a\n--index-url', {}],
    ['a version', 'a', { version: '1\n--index-url https://evil.example' }],
    ['a version', 'a', { version: '1 --no-binary' }],
    ['a hash', 'a', { hashes: [`${A}\n-e .`] }],
    ['no hash', 'a', { hashes: [] }],
    ['a marker', 'a', { marker: 'x\n--index-url https://evil.example' }],
    ['a marker', 'a', { marker: 'x --index-url=https://evil.example' }],
    ['a marker', 'a', { marker: 'x # y' }],
    ['an empty marker', 'a', { marker: '' }],
  ])('not with more than that in %s: %s %o', (_, name, changes) => {
    const entry = { version: '1', hashes: [A], ...changes };
    expect(() => formatRequirements(treeOf({ [name]: entry }))).toThrow(
      expect.objectContaining({ code: 'packages.malformed' }),
    );
  });
});
