import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { argsOf, copiedPaths, type Instruction, readDockerfile } from './read-dockerfile.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Does what `deploy/Dockerfile` says, without Docker: copies what it copies into an empty folder, runs the steps of the build
 * there, installs the result, starts the registry as the image does and asks its health check. Needs Node 22.13 or later,
 * as the image has it. What only Docker can show is not covered: the base image, its user and a read-only root.
 */
async function tryImage(): Promise<void> {
  const [build = [], image = []] = readDockerfile(readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8'));
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-image-'));
  try {
    const source = path.join(folder, 'src');
    copyContext(build, source);
    for (const step of argsOf(build, 'RUN')) shell(step.replaceAll('/src', source), source);
    const prefix = path.join(folder, 'global');
    shell(installStep(image).replaceAll('/tmp/', `${source}/`), folder, { npm_config_prefix: prefix });
    await serve(image, folder, path.join(prefix, 'bin'));
    console.log('the steps of the image give a registry that becomes healthy and ends with 0');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As `deploy/Dockerfile.dockerignore` says: nothing that was installed or built here. */
function copyContext(stage: readonly Instruction[], target: string): void {
  mkdirSync(target);
  for (const name of copiedPaths(stage)) {
    const filter = (file: string) =>
      !/[/\\](node_modules|dist)([/\\]|$)|\.gen\.(js|d\.ts)$/.test(file.slice(ROOT.length));
    cpSync(path.join(ROOT, name), path.join(target, name), { recursive: true, filter });
  }
}

/** The first command of the step: the rest cleans up the image, and must not run on this machine. */
function installStep(stage: readonly Instruction[]): string {
  const [step = ''] = argsOf(stage, 'RUN');
  return step.split('&&', 1)[0] ?? '';
}

function shell(command: string, cwd: string, more: NodeJS.ProcessEnv = {}): void {
  execFileSync('sh', ['-c', command], { cwd, env: { ...cleanEnv(), ...more }, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** What npm hands to scripts would make the npm inside work on this project. */
function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
}

async function serve(image: readonly Instruction[], folder: string, bin: string): Promise<void> {
  const [program = '', ...args] = [...argsOf(image, 'ENTRYPOINT'), ...argsOf(image, 'CMD')].flatMap(text =>
    JSON.parse(text),
  );
  const settings = Object.fromEntries(
    argsOf(image, 'ENV')
      .join(' ')
      .split(' ')
      .map(pair => pair.split('=', 2)),
  );
  const here = { HOST: '127.0.0.1', PORT: String(await freePort()), TOOLMARK_DATA: path.join(folder, 'data') };
  const env = { ...cleanEnv(), ...settings, ...here };
  const child = spawn(path.join(bin, program), args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const end = performance.now() + 120_000;
    while (child.exitCode === null && !isHealthy(image, env)) {
      if (performance.now() > end) throw new Error('The registry did not become healthy.');
      await pause(200);
    }
  } finally {
    child.kill('SIGTERM');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The registry ended with ${code}.`);
}

function isHealthy(image: readonly Instruction[], env: NodeJS.ProcessEnv): boolean {
  const [, command = '[]'] = /CMD (\[.*\])$/.exec(argsOf(image, 'HEALTHCHECK')[0] ?? '') ?? [];
  const [, ...args] = JSON.parse(command) as string[];
  return spawnSync(process.execPath, args, { env, stdio: 'ignore' }).status === 0;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

await tryImage();
