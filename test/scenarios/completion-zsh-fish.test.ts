import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { hasShell, layDesk, OFFERS, sorted } from './completing.ts';

const desk = await layDesk();
afterAll(() => rmSync(desk.folder, { recursive: true }));

// Where these shells are not installed, this skips; what they are given is made from the same data as for bash.
describe.skipIf(!hasShell('fish'))('in fish', () => {
  function offer(line: string): string[] {
    const args = ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', desk.scriptFor('fish'), line];
    const { stdout, stderr } = spawnSync('fish', args, { cwd: desk.work, encoding: 'utf8' });
    expect(stderr).toBe('');
    return sorted(stdout.replace(/\t.*$/gm, '').replace(/\/$/gm, ''));
  }

  test.each(OFFERS)('"%s" offers %j', (line, offered) => {
    expect(offer(line)).toEqual(offered);
  });
});

describe.skipIf(!hasShell('zsh'))('in zsh', () => {
  /** A real, interactive zsh on a terminal of its own; what it lists is read from there. */
  const CAPTURE = `
    zmodload zsh/zpty; zpty z zsh -f -i
    zpty -w z "PROMPT=; autoload -U compinit; compinit -u -D; source $1; bindkey '^I' list-choices; COLUMNS=200"
    zpty -w z 'zle-line-init() { [[ -n $go ]] && print -n "READY2" }; zle -N zle-line-init; go=1'
    zpty -r -m z out '*READY2*'; zpty -n -w z "$2"$'\\t\\C-u'; zpty -w z 'echo DONE$((1+1))'
    zpty -r -m z out '*DONE2*'; print -r -- "$out"; zpty -d z`;

  function listing(line: string): string {
    const args = ['-f', '-c', CAPTURE, 'zsh', desk.scriptFor('zsh'), line];
    const options = { cwd: desk.work, encoding: 'utf8', timeout: 300_000 } as const;
    return spawnSync('zsh', args, options).stdout.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
  }

  test.each([
    ['toolmark va', 'validate  -- report every mistake'],
    ['toolmark policy ', 'explain  -- print what applies'],
    ['toolmark validate --ru', '--rules  -- rule set'],
    ['toolmark validate --format ', 'sarif'],
    ['toolmark status name 1.0.0 ', 'quarantined'],
    ['toolmark validate tw', 'two\\ words.json'],
  ])('"%s" offers "%s"', (line, offered) => {
    expect(listing(line)).toContain(offered);
  });
});
