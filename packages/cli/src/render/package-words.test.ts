import type { Change } from '@toolmark/core';
import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import { changeLines } from './change-lines.ts';
import { driftMarkdown } from './drift-markdown.ts';
import { toReport } from './drift-report.ts';
import { driftSarif } from './drift-sarif.ts';
import { wordsFor } from './drift-words.ts';

const DIGESTS = { before: `sha256:${'a'.repeat(64)}`, after: `sha256:${'b'.repeat(64)}` };
const BASE = { severity: 'critical', class: 'changed' } as const;
const DEPENDENCY: Change = {
  ...BASE,
  ...{ type: 'dependency_changed', row: 'dependency.changed', name: 'left-pad', pointer: '/package/tree' },
  before: { version: '1.3.0', integrity: 'sha512-AAAA' },
  after: { version: '1.3.1', integrity: 'sha512-BBBB' },
};
const PACKAGE: Change = { ...BASE, type: 'package_changed', row: 'package.changed', pointer: '/package' };

describe('a change of the code in words', () => {
  test.each<[string, Change, string]>([
    ['another version of a dependency', DEPENDENCY, 'dependency changed: 1.3.0 → 1.3.1'],
    [
      'other bytes of a dependency',
      { ...DEPENDENCY, after: { version: '1.3.0' } },
      'dependency changed: 1.3.0 with other content',
    ],
    [
      'a version with hidden characters',
      { ...DEPENDENCY, after: { version: '1\u202e' } },
      'dependency changed: 1.3.0 → "1\\u{202e}"',
    ],
    [
      'a new dependency',
      { ...BASE, type: 'dependency_added', row: 'dependency.added', pointer: '', after: { version: '1.0.0' } },
      'dependency added: 1.0.0',
    ],
    [
      'a removed dependency',
      { ...BASE, type: 'dependency_removed', row: 'dependency.removed', pointer: '', before: { version: '1.0.0' } },
      'dependency removed: 1.0.0',
    ],
    [
      'another version',
      { ...PACKAGE, pointer: '/package/version', before: '1.0.0', after: '2.0.0' },
      'package version changed: 1.0.0 → 2.0.0',
    ],
    ['other content', { ...PACKAGE, pointer: '/package/integrity', ...DIGESTS }, 'package content changed'],
    ['another tree', { ...PACKAGE, pointer: '/package/tree', ...DIGESTS }, 'dependencies changed'],
    [
      'another program',
      { ...PACKAGE, pointer: '/package/bin', before: 'a', after: 'b' },
      'package program changed: a → b',
    ],
    [
      'another package',
      {
        ...PACKAGE,
        before: { type: 'npm', name: 'weather', version: '1.0.0' },
        after: { type: 'npm', name: 'weathr', version: '1.0.0' },
      },
      'package replaced: npm weather 1.0.0 → npm weathr 1.0.0',
    ],
    [
      'a package that is not pinned any more',
      {
        ...PACKAGE,
        type: 'package_unpinned',
        row: 'package.unpinned',
        before: { type: 'npm', name: 'weather', version: '1.0.0' },
      },
      'package is no longer pinned: was npm weather 1.0.0',
    ],
    ['lost provenance', { ...PACKAGE, row: 'package.provenance', before: {} }, 'package has no provenance any more'],
    [
      'other provenance',
      { ...PACKAGE, row: 'package.provenance', before: {}, after: {} },
      'package was built elsewhere',
    ],
    ['edited files', { ...PACKAGE, row: 'package.files', ...DIGESTS }, 'local files changed'],
    ['an install script', { ...PACKAGE, type: 'install_script_added', row: 'package.script' }, 'install script added'],
    ['another address', { ...PACKAGE, row: 'package.address', before: 'a', after: 'b' }, 'address changed'],
  ])('%s', (_, change, words) => {
    expect(wordsFor(change)).toBe(words);
  });
});

describe('a changed dependency in a report', () => {
  const report = toReport([{ server: 'weather', status: 'drift', drift: [DEPENDENCY] }], 'critical', []);

  test('is one line of text', () => {
    expect(changeLines(DEPENDENCY, pc.createColors(false))).toEqual([
      '  critical  "left-pad" dependency changed: 1.3.0 → 1.3.1  /package/tree',
    ]);
  });

  test('is one line of Markdown', () => {
    expect(driftMarkdown(report)).toContain(
      '- **critical** `left-pad` dependency changed: 1.3.0 → 1.3.1 `/package/tree`\n\n',
    );
  });

  test('is placed at the package in SARIF', () => {
    const lock = new TextEncoder().encode('{\n"servers": {\n"weather": {\n"package": {\n"tree": "x"\n}\n}\n}\n}\n');
    const text = JSON.stringify(driftSarif(report, 'toolmark.lock.json', lock));
    expect(text).toContain('\\"left-pad\\": dependency changed: 1.3.0 → 1.3.1.');
    expect(text).toContain('"startLine":5');
  });
});
