import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { hasShell, layDesk, OFFERS, sorted } from './completing.ts';

const desk = await layDesk();
afterAll(() => rmSync(desk.folder, { recursive: true }));

describe.skipIf(!hasShell('bash'))('in bash', () => {
  /** Calls the function as bash does when TAB is pressed: the words so far, the last being typed. */
  function offer(line: string): string[] {
    const script = `set -u; source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _toolmark
      printf '%s\\n' \${COMPREPLY[@]+"\${COMPREPLY[@]}"}`;
    const words = line.split(' ');
    const args = ['--norc', '-c', script, 'bash', desk.scriptFor('bash'), ...words];
    const { stdout, stderr } = spawnSync('bash', args, { cwd: desk.work, encoding: 'utf8' });
    expect(stderr).toBe('');
    return sorted(stdout);
  }

  test.each(OFFERS)('"%s" offers %j', (line, offered) => {
    expect(offer(line)).toEqual(offered);
  });

  test('a value after "=", which bash makes a word of its own, is completed too', () => {
    expect(offer('toolmark validate --format = s')).toEqual(['sarif']);
    expect(offer('toolmark validate --format =')).toEqual(['json', 'sarif', 'text']);
  });

  test('completes commands and files after "--"', () => {
    expect(offer('toolmark lock -- bas')).toContain('bash');
  });

  test('TAB starts no process', () => {
    const script = 'source "$1"; PATH=/nowhere; COMP_WORDS=(toolmark sn); COMP_CWORD=1; _toolmark; echo "$COMPREPLY"';
    const file = desk.scriptFor('bash');
    expect(spawnSync('bash', ['--norc', '-c', script, 'bash', file], { encoding: 'utf8' }).stdout).toBe('snapshot\n');
  });
});
