import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inert } from '../../base/index.ts';
import { recognisePackage } from './recognise-package.ts';

const reasonOf = (...[command = '', ...args]: string[]): string | undefined => {
  const recognised = recognisePackage({ command, args });
  return recognised.type === 'unpinned' ? recognised.reason : undefined;
};

// What is recognised is in test/vectors/package-launch.json; these are the sentences.
describe('what is not recognised has a reason that names the word', () => {
  test.each([
    [['npx', '--unknown', 'foo'], 'The option "--unknown" is not known.'],
    [['npx', '--registry=https://x.example', 'foo'], 'The option "--registry" selects or loads other code.'],
    [['npx', '--yes=', 'foo'], 'The option "--yes" takes no value.'],
    [['docker', 'run', '-e'], 'The option "-e" has no value.'],
    [['npx', '-y', 'github:a/b'], '"github:a/b" is a Git repository, which has no digest in a registry.'],
    [['npx', '-y', '../foo'], '"../foo" is a file or folder, which has no digest in a registry.'],
    [['npx', '-y', 'foo\u202e'], '"foo\\u{202e}" is not a package of the npm registry.'],
    [['npx\u200b', 'foo'], 'The command "npx\\u{200b}" has invisible or control characters.'],
    [['npx -y foo'], 'The command "npx" has its arguments in it. List them apart.'],
    [['NPX', 'foo'], 'Write "NPX" in lower case.'],
    [['uv', 'run', 'server.py'], 'Of uv, only "uv tool run" names a package.'],
    [['python', '-m', 'server'], 'The option "-m" selects or loads other code.'],
    [['sh', '-c', 'npx foo'], '"sh" can start any other program.'],
  ])('%j', (launch, reason) => {
    expect(reasonOf(...launch)).toBe(reason);
  });
});

// The reason is kept in a lock, which is published.
describe('a reason does not repeat what may be a secret', () => {
  test.each([
    ['npx', '-y', 'https://user:SECRET@host.example/SECRET/x.tgz?token=SECRET'],
    ['npx', '-y', 'git+https://SECRET@github.com/a/b.git'],
    ['npx', '-y', 'foo@https://host.example/x?token=SECRET'],
    ['npx', '-y', 'https://user:SEC/RET/SECRET@host.example/x'],
    ['npx -y server --api-key SECRET'],
    ['npx\u200b -y server --api-key SECRET'],
    ['npx', '--token=SECRET', 'foo'],
    ['npx', '--package=foo', 'https://user:SECRET@host.example'],
    ['uvx', 'git+https://user:SECRET@github.com/a/b'],
    ['uvx', '--from', 'foo @ https://user:SECRET@host.example/x.whl', 'foo'],
    ['deno', 'run', 'https://user:SECRET@host.example/x.ts'],
    ['node', 'https://host.example/x.ts?token=SECRET'],
    ['docker', 'run', 'https://user:SECRET@host.example/x'],
  ])('%j', (...launch) => {
    expect(reasonOf(...launch)).toMatch(/^(?!.*SECRET).+\.$/);
  });

  test('but the host of an address', () => {
    const reason = '"git+https://github.com/…" is a Git repository, which has no digest in a registry.';
    expect(reasonOf('npx', '-y', 'git+https://SECRET@github.com/a/b.git')).toBe(reason);
  });
});

describe('any words at all', () => {
  const words = fc.oneof(
    fc.constantFrom(
      'npx',
      'npm',
      'exec',
      'uvx',
      'docker',
      'run',
      'node',
      'env',
      'cmd',
      '/c',
      '-y',
      '-p',
      '--',
      '--package',
    ),
    fc.constantFrom(
      'foo',
      '@a/b@1',
      'foo@npm:bar',
      '--from',
      '--with=a',
      '-it',
      'a:1',
      'x.js',
      '',
      '-',
      '--x=',
      'python',
      '-uB',
    ),
    fc.string(),
    fc.string({ unit: 'binary' }),
  );

  test('never throw, and a reason is one inert line', () => {
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 8 }), (command, args) => {
        const recognised = recognisePackage({ command, args });
        if (recognised.type !== 'unpinned') return;
        expect(recognised.reason).toMatch(/^[^\n]{1,500}$/u);
        expect(inert(recognised.reason)).toBe(recognised.reason);
      }),
      { numRuns: 3_000 },
    );
  });

  test('name only packages whose names are well-formed, and keep the arguments as they are', () => {
    fc.assert(
      fc.property(fc.constantFrom('npx', 'bunx', 'uvx'), fc.array(words, { maxLength: 6 }), (command, args) => {
        const recognised = recognisePackage({ command, args });
        if (recognised.type !== 'npm' && recognised.type !== 'pypi') return;
        for (const { name } of recognised.specs) expect(name).toMatch(/^(?:@[\w.~-]+\/)?[\w.~-]+$/);
        expect(args.slice(args.length - recognised.args.length)).toEqual(recognised.args);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of great length take no long time', () => {
    const long = 'a-'.repeat(200_000);
    for (const command of ['npx', 'uvx', 'docker', 'node', long])
      for (const arg of [long, `@${long}/${long}`, `${long}@${long}`, `${long}!`])
        recognisePackage({ command, args: command === 'docker' ? ['run', arg] : [arg] });
  });
});
