import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runToolmark } from '../test/run-toolmark.ts';
import { connectTo, guardCommand } from '../test/scenarios/guarded-client.ts';
import { terminalSvg } from './terminal-svg.ts';

const SERVERS = path.resolve(import.meta.dirname, '../test/scenarios/servers');

/** Locks a server, changes it, and draws the output of the commands. */
export async function makePicture(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-picture-'));
  try {
    copyFileSync(path.join(SERVERS, 'serve.js'), path.join(folder, 'serve.js'));
    copyFileSync(path.join(SERVERS, 'description-rewrite.js'), path.join(folder, 'weather.js'));
    const parts = [remark('Your project uses an MCP server. Pin its tools.')];
    configure(folder, ['weather.js']);
    parts.push(await command(folder, 'lock'));
    parts.push(remark('A week later one of its descriptions is rewritten.'));
    configure(folder, ['weather.js', 'turned']);
    parts.push(await command(folder, 'check'), await command(folder, 'scan', 3));
    parts.push(remark('Your client starts the guard instead of the server. The model never sees the changed tool.'));
    parts.push(`${prompt('guard --config .mcp.json')}${await guard(folder)}`);
    return terminalSvg(parts.join('\n'), 'toolmark');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function configure(folder: string, args: readonly string[]): void {
  const servers = { weather: { command: 'node', args } };
  writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
}

function remark(text: string): string {
  return `\u001b[90m# ${text}\u001b[39m`;
}

function prompt(words: string): string {
  return `\u001b[36m$\u001b[39m \u001b[1mnpx toolmark ${words}\u001b[22m\n`;
}

/** A command and what it prints, or the first lines of it. */
async function command(folder: string, name: string, lines?: number): Promise<string> {
  const { stdout, stderr } = await runToolmark([name], { cwd: folder, hasColor: true });
  if (stderr !== '') throw new Error(stderr);
  if (lines === undefined) return `${prompt(name)}${stdout}`;
  return `${prompt(`${name} | head -n ${lines}`)}${stdout.split('\n').slice(0, lines).join('\n')}\n`;
}

/** The standard error of a guard after a client has listed the tools. */
async function guard(folder: string): Promise<string> {
  const { client, stderr } = await connectTo(guardCommand('--config', '.mcp.json'), folder);
  await client.listTools();
  await client.close();
  return stderr();
}
