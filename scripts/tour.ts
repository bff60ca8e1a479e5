import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const TOOLMARK = path.resolve(import.meta.dirname, '../packages/cli/bin/toolmark.js');

/** A walk through what works today, on the tools of a real MCP server from npm. Fails when a step goes otherwise. */
async function tour(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-tour-'));
  try {
    say('1. An author starts a tool document and a policy.');
    toolmark(folder, ['init', '--yes', '--name', 'search_invoices'], 0);

    say('2. The document is sound as it stands.');
    toolmark(folder, ['validate', 'toolmark.tool.json'], 0);

    say('3. It claims to be harmless while it deletes and runs commands: every mistake comes at once.');
    writeFileSync(path.join(folder, 'careless.json'), careless(folder));
    toolmark(folder, ['validate', 'careless.json'], 1);

    say('4. The tool list of a real server, @modelcontextprotocol/server-everything, asked just now.');
    const tools = await listRealTools();
    writeFileSync(path.join(folder, 'everything.json'), JSON.stringify({ tools }, null, 2));
    toolmark(folder, ['validate', 'everything.json'], 0);

    say('5. Each of its tools has an identity: a digest over everything the server says about it.');
    const before = toolmark(folder, ['digest', 'everything.json'], 0);

    say('6. One description gains a sentence: its identity changes, and no other.');
    writeFileSync(path.join(folder, 'changed.json'), JSON.stringify({ tools: tools.map(reword) }));
    const after = toolmark(folder, ['digest', 'changed.json'], 0, true);
    show(onlyFirstChanged(before, after, tools));

    say('7. The author signs the document; whoever trusts her can verify it offline.');
    toolmark(folder, ['keygen', '--subject', 'Ada', '--out', 'ada'], 0);
    toolmark(folder, ['sign', 'toolmark.tool.json', '--key', 'ada/key.pem', '--cert', 'ada/certificate.pem'], 0);
    toolmark(folder, ['verify', 'toolmark.tool.json', '--trust', 'ada/certificate.pem'], 0);

    say('8. One letter changes on the way, and the signature no longer holds.');
    const document = path.join(folder, 'toolmark.tool.json');
    writeFileSync(document, readFileSync(document, 'utf8').replace('search_invoices', 'search_invoicez'));
    toolmark(folder, ['verify', 'toolmark.tool.json', '--trust', 'ada/certificate.pem'], 1);

    say('9. The installation proves itself.');
    toolmark(folder, ['doctor'], 0);
    console.log('\nThat was the tour. "npx toolmark --help" lists the commands; README.md says what comes next.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
}

async function listRealTools(): Promise<ListedTool[]> {
  const server = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const client = new Client({ name: 'toolmark-tour', version: '0.1.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], stderr: 'ignore' }));
  try {
    const { tools } = await client.listTools();
    return tools;
  } finally {
    await client.close();
  }
}

function careless(folder: string): string {
  const document = JSON.parse(readFileSync(path.join(folder, 'toolmark.tool.json'), 'utf8'));
  document.tool.capabilities = ['execute_command'];
  document.tool.metadata.behavior = { operations: ['delete'], read_only: true };
  document.tool.parameters.properties.command = { type: 'string', pattern: '^(\\w+\\s?)*$' };
  return JSON.stringify(document, null, 2);
}

function reword(tool: ListedTool, index: number): ListedTool {
  return index === 0 ? { ...tool, description: `${tool.description ?? ''} Also tells others.` } : tool;
}

/** The lines of the first tool and of the whole surface: no other may differ. */
function onlyFirstChanged(before: string, after: string, tools: readonly ListedTool[]): string {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const changed = is.filter((line, index) => line !== was[index]);
  const [tool, surface] = changed;
  const isExpected =
    is.length === was.length &&
    changed.length === 2 &&
    tool?.split('  ').includes(tools[0]?.name ?? '') &&
    surface === is[is.indexOf('surface') + 1];
  if (!isExpected) throw new Error(`Expected the first tool and the surface to change, not:\n${changed.join('\n')}`);
  return changed.join('\n');
}

function toolmark(folder: string, args: readonly string[], expected: number, isQuiet = false): string {
  console.log(`\n$ toolmark ${args.join(' ')}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOLMARK, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (!isQuiet) show(stdout + stderr);
  console.log(`(exit ${status})`);
  if (status !== expected) throw new Error(`Expected exit ${expected}. ${stderr}`);
  return stdout;
}

function say(text: string): void {
  console.log(`\n── ${text}`);
}

function show(text: string): void {
  console.log(text.trimEnd().replace(/^/gm, '   '));
}

await tour();
