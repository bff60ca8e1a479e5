import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = readdirSync(path.join(ROOT, 'packages')).map(name => path.join(ROOT, 'packages', name));
const MANIFESTS = FOLDERS.map(manifestOf);
const README = path.join(ROOT, 'README.md');
const CI_GUIDE = path.join(ROOT, 'docs/guide/ci.md');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly homepage: string;
  readonly bugs: string;
  readonly repository: { readonly type: string; readonly url: string; readonly directory: string };
  readonly files: readonly string[];
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>> | string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

// What comes out when they are packed, installed and used is tried by "npm run try-packages".
describe('the packages', () => {
  const root = manifestOf(ROOT);

  test('have one version, and want exactly that of each other', () => {
    expect(MANIFESTS.map(({ version }) => version)).toEqual(MANIFESTS.map(() => root.version));
    const wanted = MANIFESTS.flatMap(({ dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith('@toolmark/')),
    );
    expect(wanted.length).toBeGreaterThan(4);
    expect(new Set(wanted.map(([, version]) => version))).toEqual(new Set([root.version]));
  });

  test.each(FOLDERS.map(folder => [path.basename(folder), folder] as const))('%s says what it is', (_, folder) => {
    const { description, keywords, license, engines, files, scripts } = manifestOf(folder);
    expect(description.length).toBeGreaterThan(40);
    expect(keywords).toContain('mcp');
    expect({ license, engines }).toEqual({ license: root.license, engines: root.engines });
    expect(files).toContain('dist');
    expect(scripts.prepack).toBe('node ../../scripts/require-build.js');
    expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toMatch(new RegExp(`^# ${manifestOf(folder).name}\n`));
    expect(readFileSync(path.join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8'));
  });

  test('name one repository, the one of the GitHub Action', () => {
    const [, action = ''] = /uses: (toolmark\/\S+)@COMMIT/.exec(readFileSync(CI_GUIDE, 'utf8')) ?? [];
    const place = `https://github.com/${action}`;
    for (const folder of FOLDERS) {
      const { repository, homepage, bugs } = manifestOf(folder);
      expect({ repository, homepage, bugs }).toEqual({
        repository: { type: 'git', url: `git+${place}.git`, directory: path.relative(ROOT, folder) },
        ...{ homepage: `${place}#readme`, bugs: `${place}/issues` },
      });
    }
  });

  // Nothing is published on npm yet: such a command would fail or install another package.
  test('no page tells users to install them from npm', () => {
    const fromNpm = /npm (?:i|install|add)\b[^\n`]*\s(?:@toolmark\/\w+|toolmark)(?![\w.*-]*\.tgz)/;
    const pages = [README, ...FOLDERS.map(folder => path.join(folder, 'README.md'))];
    const guides = readdirSync(path.dirname(CI_GUIDE)).map(name => path.join(path.dirname(CI_GUIDE), name));
    expect([...pages, ...guides].filter(page => fromNpm.test(readFileSync(page, 'utf8')))).toEqual([]);
    expect(fromNpm.test('npm install -g toolmark')).toBe(true);
    for (const folder of FOLDERS) expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain('npm pack -w');
  });

  test('pin what they need', () => {
    const versions = MANIFESTS.flatMap(({ dependencies, optionalDependencies }) =>
      Object.values({ ...dependencies, ...optionalDependencies }),
    );
    expect(versions.filter(version => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('say where types are before anything else that users can meet', () => {
    const entries = MANIFESTS.flatMap(({ exports }) => Object.values(exports)).filter(
      entry => typeof entry === 'object',
    );
    expect(entries.length).toBeGreaterThan(5);
    for (const entry of entries) expect(Object.keys(entry)).toEqual(['toolmark-source', 'types', 'default']);
  });

  test('the lock file names no host', () => {
    const lock = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
    const places = [...lock.matchAll(/"resolved": "(.*)"/g)].map(([, place = '']) => place);
    expect(places.every(place => existsSync(path.join(ROOT, place)))).toBe(true);
  });
});
