import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { judgePackage } from './judge-package.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const MANIFESTS = readdirSync(path.join(ROOT, 'packages')).map(name => path.join(ROOT, 'packages', name));

const VERSION = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version as string;

const INSTALL = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline'];

/** What consumers compile with. Both are installed beside the packages, under these names. */
const COMPILERS = { 'typescript-5.9': '5.9.3', 'typescript-6.0': '6.0.3' } as const;
const NODE_TYPES = '20.19.43';

/**
 * Packs every package, judges the tarballs, installs them as a user would, globally and into an empty folder, compiles
 * programs against them, and uses them on every Node that is named: `npm run try-packages -- NODE…`, or the one that runs this.
 */
async function tryPackages(nodes: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-packages-'));
  try {
    const tarballs = packAll(folder);
    await judgeAll(tarballs);
    useGlobally(folder, tarballs);
    const home = installAll(folder, tarballs);
    await compileConsumers(home);
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
  console.log(`${tarballs.length} packages packed; no findings by publint and attw`);
}

function installAll(folder: string, tarballs: readonly string[]): string {
  const home = path.join(folder, 'home');
  mkdirSync(home);
  writeFileSync(path.join(home, 'package.json'), '{"private":true,"type":"module"}\n');
  npm([...INSTALL, ...tarballs], home);
  console.log('installed into an empty folder');
  return home;
}

/** The command alone, installed from its tarball as the README shows: locks and checks a real server. */
function useGlobally(folder: string, tarballs: readonly string[]): void {
  const prefix = path.join(folder, 'global');
  const work = path.join(folder, 'work');
  mkdirSync(work);
  const [tarball = ''] = tarballs.filter(file => /^toolmark-\d/.test(path.basename(file)));
  const started = performance.now();
  npm(['install', '--silent', '--no-audit', '--no-fund', '--global', '--prefix', prefix, tarball], work);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const toolmark = path.join(prefix, process.platform === 'win32' ? 'toolmark.cmd' : 'bin/toolmark');
  const server = path.join(ROOT, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js');
  const source = ['--name', 'memory', '--', process.execPath, server];
  expect(run(toolmark, ['lock', ...source], work), 'memory');
  expect(run(toolmark, ['check', '--format', 'json', ...source], work), '"outcome": "match"');
  // Pages write "npx toolmark": without a project around, npx finds what is installed globally and downloads nothing.
  const env = { ...withoutNpm(), npm_config_prefix: prefix, npm_config_offline: 'true' };
  expect(run('npx', ['toolmark', '--version'], work, env).trim(), VERSION);
  console.log(`the command installs globally in ${seconds} s, and locks and checks a server`);
}

/** Small programs of users, and the code that the READMEs show, under each compiler and both ways of finding modules. */
async function compileConsumers(home: string): Promise<void> {
  const programs = path.join(home, 'programs');
  cpSync(path.join(ROOT, 'test/consumer'), programs, { recursive: true });
  for (const manifest of MANIFESTS) {
    const blocks = readFileSync(path.join(manifest, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
    for (const [index, [, code]] of [...blocks].entries())
      writeFileSync(path.join(programs, `${path.basename(manifest)}-readme-${index}.ts`), `${code}export {};\n`);
  }
  const aliases = Object.entries(COMPILERS).map(([alias, version]) => `${alias}@npm:typescript@${version}`);
  npm([...INSTALL, '--save-dev', ...aliases, `@types/node@${NODE_TYPES}`], home);
  for (const compiler of Object.keys(COMPILERS)) {
    await Promise.all([
      compile(home, compiler, { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], outDir: 'built' }),
      compile(home, compiler, { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], noEmit: true }),
    ]);
    console.log(`their types compile with ${compiler} under nodenext and bundler, without skipLibCheck`);
  }
}

/** Checks every declaration that a program meets, those of dependencies too: what they need must come with them. */
async function compile(home: string, compiler: string, options: Readonly<Record<string, unknown>>): Promise<void> {
  const config = path.join(home, `tsconfig.${String(options.module)}.json`);
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
  const compilerOptions = { ...strict, target: 'es2023', types: ['node'], rootDir: 'programs', ...options };
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ['programs'] }));
  const tsc = path.join(home, 'node_modules', compiler, 'bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, '--project', config], { cwd: home });
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    throw new Error(`The types do not compile with ${compiler} (${String(options.moduleResolution)}):\n${stdout}`);
  }
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
  expect(call('--version').trim(), VERSION);
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
    const url = await firstMatch(child.stderr, /listening on (https?:[^\s"]+)[\s"]/);
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
  run('npm', args, cwd, withoutNpm());
}

/** What npm hands to scripts would make the npm inside install into this project. */
function withoutNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
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
