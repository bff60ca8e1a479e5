import { describe, expect, test } from 'vitest';
import type { Change } from './change.ts';
import type { Coverage, UpdateJudgement } from './update.ts';
import { withUpdate } from './update-drift.ts';

const ALL: Coverage = { package: true, program: true, dependencies: true };
const NONE: Coverage = { package: false, program: false, dependencies: false };

function update(covers: Coverage = ALL): UpdateJudgement {
  return {
    outcome: 'signed_update',
    by: { type: 'key', sha256: 'a'.repeat(64) },
    version: '2.0.0',
    before: '1.0.0',
    package: 'pkg:npm/weather@2.0.0',
    digest: 'sha512-x',
    bundle: `sha256:${'b'.repeat(64)}`,
    covers,
    surface: {
      instructions: undefined,
      prompts: new Map(),
      resources: new Map(),
      templates: new Map(),
      tools: new Map(),
    },
    findings: [],
  };
}

function change(type: Change['type'], row: Change['row'], pointer = ''): Change {
  return { type, row, pointer, class: 'changed', severity: 'critical' };
}

const VERSION = change('package_changed', 'package.changed', '/package/version');
const PROGRAM = change('package_changed', 'package.changed', '/package/bin');
const TREE = change('package_changed', 'package.changed', '/package/tree');
const TOOL = change('tool_changed', 'text.reworded', '/description');
const DEPENDENCY = change('dependency_added', 'dependency.added', '/package/tree');
const SCRIPT = change('install_script_added', 'package.script', '/package/tree');

describe('a signed update', () => {
  test('is one change in place of those that it covers', () => {
    const changes = [
      DEPENDENCY,
      SCRIPT,
      VERSION,
      PROGRAM,
      TREE,
      TOOL,
      change('instructions_changed', 'instructions.reworded'),
    ];
    expect(withUpdate(changes, update())).toEqual({
      changes: [
        {
          type: 'signed_update',
          severity: 'info',
          class: 'changed',
          row: 'update.signed',
          pointer: '/attested',
          before: { version: '1.0.0' },
          after: {
            version: '2.0.0',
            package: 'pkg:npm/weather@2.0.0',
            bundle: `sha256:${'b'.repeat(64)}`,
            by: { type: 'key', sha256: 'a'.repeat(64) },
          },
        },
      ],
      covered: changes,
    });
  });

  test.each<[string, Coverage, Change]>([
    ['another package', ALL, change('package_changed', 'package.changed', '/package')],
    ['another address', ALL, change('package_changed', 'package.address', '/package/name')],
    ['lost provenance', ALL, change('package_changed', 'package.provenance', '/package/provenance')],
    ['a package that is not pinned any more', ALL, change('package_unpinned', 'package.unpinned', '/package')],
    ['another Python version', ALL, change('package_changed', 'package.changed', '/package/python')],
    ['another signer of a bundle', ALL, change('package_changed', 'package.changed', '/package/signer')],
    ['dependencies of another tree', { ...ALL, dependencies: false }, DEPENDENCY],
    ['install scripts of another tree', { ...ALL, dependencies: false }, SCRIPT],
    ['a tree that is only known by its digest', { ...ALL, dependencies: false }, TREE],
    ['a program that is not named', { ...ALL, program: false }, PROGRAM],
    ['the code, from a bundle inside it', NONE, VERSION],
    ['dependencies, from a bundle inside the package', { ...NONE, dependencies: true }, DEPENDENCY],
    ['files, from a bundle inside them', NONE, change('package_changed', 'package.files', '/package/integrity')],
  ])('does not cover %s', (_, covers, uncovered) => {
    const { changes, covered } = withUpdate([uncovered, TOOL], update(covers));
    expect(changes.map(({ type }) => type)).toEqual(['signed_update', uncovered.type]);
    expect(covered).toEqual([TOOL]);
  });

  test('that covers nothing is not reported', () => {
    expect(withUpdate([DEPENDENCY], update(NONE))).toEqual({ changes: [DEPENDENCY], covered: [] });
    expect(withUpdate([], update())).toEqual({ changes: [], covered: [] });
  });
});

test('a rollback is critical, and covers nothing', () => {
  const rollback = { outcome: 'rollback', version: '1.0.0', newest: '2.0.0', findings: [] } as const;
  const { changes, covered } = withUpdate([TOOL], rollback, 'seed');
  expect(changes).toMatchObject([
    { type: 'rollback', severity: 'critical', before: { version: '2.0.0' }, after: { version: '1.0.0' } },
    TOOL,
  ]);
  expect(covered).toEqual([]);
});

test('without an update the drift stays as it was', () => {
  const changes = [VERSION, TOOL];
  expect(withUpdate(changes, { outcome: 'none', findings: [] })).toEqual({ changes, covered: [] });
});
