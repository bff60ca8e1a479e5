import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { argsOf, copiedPaths, readDockerfile } from '../scripts/read-dockerfile.ts';
import { knownWords } from './pages/known-words.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const MANIFEST = JSON.parse(read('package.json')) as { readonly version: string };

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** An exact version: neither `latest`, nor a name that moves with every release. */
const EXACT = /^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z-]+)?$/;

// What the steps of the build give is tried by "npm run try-image".
describe('the Dockerfile', () => {
  const stages = readDockerfile(read('deploy/Dockerfile'));
  const image = stages.at(-1) ?? [];

  test('builds in one stage and ships another, both of an exact version', () => {
    expect(stages).toHaveLength(2);
    const bases = stages.map(stage => argsOf(stage, 'FROM')[0]?.split(' ')[0] ?? '');
    expect(bases.filter(base => !EXACT.test(base))).toEqual([]);
    expect(new Set(bases).size).toBe(1);
  });

  test('copies only paths that exist and that its ignore file lets in', () => {
    const paths = copiedPaths(stages[0] ?? []);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter(name => !existsSync(path.join(ROOT, name)))).toEqual([]);
    const allowed = read('deploy/Dockerfile.dockerignore').split('\n');
    expect(paths.filter(name => !allowed.includes(`!${name}`))).toEqual([]);
    expect(copiedPaths(image)).toEqual([]);
  });

  test('runs as a user without rights, writes only to a volume, and has a health check', () => {
    expect(argsOf(image, 'USER')).toEqual(['1000:1000']);
    expect(image.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      image.findLastIndex(({ name }) => name === 'RUN'),
    );
    expect(argsOf(image, 'VOLUME')).toEqual(['/data']);
    expect(argsOf(image, 'ENV').join(' ')).toContain('TOOLMARK_DATA=/data');
    expect(argsOf(image, 'HEALTHCHECK')[0]).toContain('/readyz');
  });
});

describe('the compose file', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml'), { uniqueKeys: true });

  test('runs the image of this version with a read-only root and no capabilities', () => {
    const { registry } = services;
    expect(registry.image).toBe(`toolmark-registry:${MANIFEST.version}`);
    expect(existsSync(path.resolve(ROOT, 'deploy', registry.build.context, registry.build.dockerfile))).toBe(true);
    expect(registry).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(registry.depends_on.database.condition).toBe('service_healthy');
  });

  test('uses PostgreSQL of an exact version with a health check, and holds no password', () => {
    expect(services.database.image).toMatch(EXACT);
    expect(services.database.healthcheck.test.join(' ')).toContain('pg_isready');
    for (const { environment } of Object.values(services) as { environment: Record<string, string> }[])
      for (const [name, value] of Object.entries(environment))
        if (name.includes('PASSWORD')) expect(value).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });

  test('publishes ports on this machine only, and names every volume', () => {
    expect(services.registry.ports.every((port: string) => port.startsWith('127.0.0.1:'))).toBe(true);
    expect(services.database.ports).toBeUndefined();
    const used = Object.values(services).flatMap(service => (service as { volumes: string[] }).volumes);
    expect(used.map(volume => volume.split(':')[0])).toEqual(Object.keys(volumes));
  });

  test('uses options that exist', () => {
    const options = services.registry.command.filter((word: string) => word.startsWith('--'));
    expect(options.filter((option: string) => !knownWords().options.has(option))).toEqual([]);
  });
});

describe('the systemd unit', () => {
  const text = read('deploy/toolmark-registry.service');
  const unit = path.join(ROOT, 'deploy/toolmark-registry.service');
  const cannotAnalyze = spawnSync('systemd-analyze', ['--version']).status !== 0;

  test('has its own user, one folder to write to, and no way to more rights', () => {
    for (const line of ['DynamicUser=yes', 'StateDirectory=toolmark', 'ProtectSystem=strict', 'NoNewPrivileges=yes'])
      expect(text.split('\n')).toContain(line);
    expect(text).toContain('toolmark serve --data /var/lib/toolmark\n');
  });

  test.skipIf(cannotAnalyze)('is accepted by systemd-analyze, and rated as little exposed', () => {
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect([verified.status, verified.stderr.includes(path.basename(unit))]).toEqual([0, false]);
    const rated = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', unit], {
      encoding: 'utf8',
    });
    expect(rated.status, rated.stdout).toBe(0);
  });
});
