import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const RUG_PULL = path.resolve(import.meta.dirname, '../test/scenarios/servers/description-rewrite.js');
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

    say('4. A team locks a real server, @modelcontextprotocol/server-everything: all it shows is written down.');
    toolmark(folder, ['lock', '--name', 'everything', '--', 'node', everything()], 0);
    toolmark(folder, ['check', '--name', 'everything', '--', 'node', everything()], 0);

    say('5. Another server is locked too. Later its maintainers are not who they were.');
    toolmark(folder, ['lock', '--name', 'weather', '--', 'node', RUG_PULL], 0);
    toolmark(folder, ['check', '--name', 'weather', '--', 'node', RUG_PULL, 'turned'], 1);

    say('6. The scanner says what kind of change that is.');
    toolmark(folder, ['scan', '--name', 'weather', '--', 'node', RUG_PULL, 'turned'], 1);

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

function everything(): string {
  return createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
}

function careless(folder: string): string {
  const document = JSON.parse(readFileSync(path.join(folder, 'toolmark.tool.json'), 'utf8'));
  document.tool.capabilities = ['execute_command'];
  document.tool.metadata.behavior = { operations: ['delete'], read_only: true };
  document.tool.parameters.properties.command = { type: 'string', pattern: '^(\\w+\\s?)*$' };
  return JSON.stringify(document, null, 2);
}

function toolmark(folder: string, args: readonly string[], expected: number): void {
  console.log(`\n$ toolmark ${args.map(arg => path.basename(arg)).join(' ')}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOLMARK, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  show(stdout + stderr);
  console.log(`(exit ${status})`);
  if (status !== expected) throw new Error(`Expected exit ${expected}. ${stderr}`);
}

function say(text: string): void {
  console.log(`\n── ${text}`);
}

function show(text: string): void {
  console.log(text.trimEnd().replace(/^/gm, '   '));
}

await tour();
