import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { judgePackage } from './judge-package.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const MANIFESTS = readdirSync(path.join(ROOT, 'packages')).map(name => path.join(ROOT, 'packages', name));

/**
 * Packs every package, judges the tarballs, installs them into an empty folder as a user would, and uses them there on
 * every Node that is named: `npm run try-packages -- NODE…`, or the one that runs this.
 */
async function tryPackages(nodes: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-packages-'));
  try {
    const tarballs = packAll(folder);
    await judgeAll(tarballs);
    const home = installAll(folder, tarballs);
    compileConsumers(home);
    for (const node of nodes) await useOn(node, home);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function packAll(folder: string): string[] {
  npm(['pack', '--silent', '--pack-destination', folder, ...MANIFESTS], ROOT);
  return readdirSync(folder).map(file => path.join(folder, file));
}

async function judgeAll(tarballs: readonly string[]): Promise<void> {
  const complaints: string[] = [];
  for (const tarball of tarballs) {
    const found = await judgePackage(tarball);
    complaints.push(...found.map(text => `${path.basename(tarball)}: ${text}`));
  }
  if (complaints.length > 0) throw new Error(`Not fit to be published:\n${complaints.join('\n')}`);
  console.log(`${tarballs.length} packages packed; publint and attw have nothing to say`);
}

function installAll(folder: string, tarballs: readonly string[]): string {
  const home = path.join(folder, 'home');
  mkdirSync(home);
  writeFileSync(path.join(home, 'package.json'), '{"private":true,"type":"module"}\n');
  npm(['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], home);
  console.log('installed into an empty folder');
  return home;
}

/** Small programs of users, and the code that the READMEs show, under both ways of finding modules. */
function compileConsumers(home: string): void {
  const programs = path.join(home, 'programs');
  cpSync(path.join(ROOT, 'test/consumer'), programs, { recursive: true });
  for (const manifest of MANIFESTS) {
    const blocks = readFileSync(path.join(manifest, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
    for (const [index, [, code]] of [...blocks].entries())
      writeFileSync(path.join(programs, `${path.basename(manifest)}-readme-${index}.ts`), `${code}export {};\n`);
  }
  compile(home, { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler });
  compile(home, { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 });
  console.log('their types serve under bundler and node16');
}

/** Judges the programs and our own declarations: what these need must come with them. Those of others take long. */
function compile(home: string, options: ts.CompilerOptions): void {
  const programs = path.join(home, 'programs');
  const program = ts.createProgram(
    readdirSync(programs).map(file => path.join(programs, file)),
    {
      ...options,
      ...{ target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'], strict: true, exactOptionalPropertyTypes: true },
      ...{ types: ['node'], typeRoots: [path.join(ROOT, 'node_modules/@types')] },
      ...{ rootDir: programs, outDir: path.join(home, 'built') },
    },
  );
  const ours = program.getSourceFiles().filter(({ fileName }) => /\/programs\/|\/@toolmark\//.test(fileName));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...ours.flatMap(file => [...program.getSemanticDiagnostics(file)]),
  ];
  if (found.length > 0)
    throw new Error(`The types do not serve:\n${ts.formatDiagnostics(found, ts.createCompilerHost({}))}`);
  program.emit();
}

async function useOn(node: string, home: string): Promise<void> {
  const toolmark = path.join(home, 'node_modules/toolmark/bin/toolmark.js');
  const server = path.join(home, 'built/server.js');
  const call = (...args: string[]): string => run(node, [toolmark, ...args], home);
  run(node, [path.join(home, 'built/libraries.js'), server], home);
  writeFileSync(
    path.join(home, 'tool.json'),
    '{"name":"echo","description":"Echoes.","inputSchema":{"type":"object"}}',
  );
  expect(call('--version').trim(), JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version);
  expect(call('validate', 'tool.json'), 'mcp-tool  valid');
  expect(call('digest', 'tool.json', '--format', 'json'), '"sha256:eb07c15d');
  rmSync(path.join(home, 'toolmark.lock.json'), { force: true });
  expect(call('lock', '--', node, server), 'greet');
  expect(call('check', '--', node, server), 'default');
  expect(call('completion', 'bash'), 'complete -F');
  await serveOn(node, toolmark, home);
  console.log(`used on Node ${run(node, ['--version'], home).trim()}`);
}

/** The registry of the installed command, on the SQLite of Node or the one installed beside it. */
async function serveOn(node: string, toolmark: string, home: string): Promise<void> {
  const data = path.join(home, 'data');
  const child = spawn(node, [toolmark, 'serve', '--port', '0', '--data', data], { cwd: home, stdio: 'pipe' });
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  try {
    const url = await firstMatch(child.stderr, /listening on (\S+)/);
    expect(run(node, [toolmark, 'search', 'invoices', '--registry', url], home), 'search_invoices');
  } finally {
    child.kill('SIGTERM');
    rmSync(data, { recursive: true, force: true });
  }
  if ((await ended) !== 0) throw new Error('toolmark serve did not end well.');
}

async function firstMatch(stream: AsyncIterable<Buffer>, pattern: RegExp): Promise<string> {
  let said = '';
  for await (const chunk of stream) {
    said += chunk;
    const [, found] = pattern.exec(said) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`It ended after saying:\n${said}`);
}

function expect(printed: string, part: string): void {
  if (!printed.includes(part)) throw new Error(`Expected "${part}" in:\n${printed}`);
}

function npm(args: readonly string[], cwd: string): void {
  // What npm hands to scripts would make the npm inside install into this project.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  run('npm', args, cwd, env);
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  try {
    return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
  }
}

const nodes = process.argv.slice(2);
try {
  await tryPackages(nodes.length > 0 ? nodes : [process.execPath]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
