import type { LockedPackage } from '@toolmark/core';
import { type ImagePackage, type NpmPackage, type PypiPackage, recognisePackage } from '@toolmark/core/package';
import { describe, expect, test } from 'vitest';
import { asksFor } from './asks-for.ts';

const DIGEST = `sha256:${'0'.repeat(64)}` as const;
const OTHER_DIGEST = `sha256:${'1'.repeat(64)}`;
const NPM: NpmPackage = {
  ...{ type: 'npm', name: '@acme/weather', version: '1.2.0', integrity: 'sha512-', spec: 'latest', bin: 'weather' },
  ...{ tree: DIGEST, purl: '' },
};
const PYPI: PypiPackage = {
  ...{ type: 'pypi', name: 'weather', version: '1.2', spec: '', bin: 'weather', tree: DIGEST, purl: '' },
};
const IMAGE: ImagePackage = { type: 'oci', name: 'docker.io/acme/weather', version: '1', integrity: DIGEST, purl: '' };

function asks(command: string, locked: LockedPackage): boolean {
  const [program = '', ...args] = command.split(' ');
  return asksFor(recognisePackage({ command: program, args }), locked);
}

describe('a command that asks for the locked package', () => {
  test.each<[string, LockedPackage]>([
    ['npx -y @acme/weather', NPM],
    ['npx @acme/weather@latest --city Bonn', NPM],
    ['pnpm dlx @acme/weather', NPM],
    ['npx -p @acme/weather weather', NPM],
    ['npx -y @acme/weather@^1', { ...NPM, spec: '^1' }],
    ['uvx weather', PYPI],
    ['uvx weather==1.2', { ...PYPI, spec: '==1.2' }],
    ['docker run -i --rm acme/weather:1', IMAGE],
    ['podman run -i docker.io/acme/weather:1', IMAGE],
    ['docker run alpine', { ...IMAGE, name: 'docker.io/library/alpine', version: 'latest' }],
    ['docker run localhost:5000/weather:1', { ...IMAGE, name: 'localhost:5000/weather' }],
    [`docker run acme/weather@${DIGEST}`, IMAGE],
    ['node build/server.js', { type: 'path', name: 'server.js', integrity: DIGEST }],
  ])('is accepted: %s', (command, locked) => {
    expect(asks(command, locked)).toBe(true);
  });

  test.each<[string, LockedPackage]>([
    ['npx -y @evil/weather', NPM],
    ['npx -y weather', NPM],
    ['npx -y @acme/weather@1.2.0', NPM],
    ['npx -y @acme/weather@next', NPM],
    ['npx -p @acme/weather other', NPM],
    ['npx -y x@npm:@acme/weather --call evil', { ...NPM, spec: 'next' }],
    ['uvx weather', NPM],
    ['sh -c weather', NPM],
    ['node weather.js', NPM],
    ['uvx --python 3.12 weather', PYPI],
    ['uvx weather>=1', PYPI],
    ['docker run acme/weather:2', IMAGE],
    ['docker run acme/weather', IMAGE],
    ['docker run ghcr.io/acme/weather:1', IMAGE],
    [`docker run acme/weather:1@${OTHER_DIGEST}`, IMAGE],
    [`docker run acme/weather@${OTHER_DIGEST}`, { ...IMAGE, version: 'latest' }],
    ['node other.js', { type: 'path', name: 'server.js', integrity: DIGEST }],
    ['npx -y server.js', { type: 'path', name: 'server.js', integrity: DIGEST }],
  ])('is another one: %s', (command, locked) => {
    expect(asks(command, locked)).toBe(false);
  });
});
