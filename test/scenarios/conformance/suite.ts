import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The conformance suite of MCP, which `install-servers.ts` installs beside the real servers. */
export const SUITE = { package: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12' };

/** The checks of each scenario, as in `tools-list SUCCESS`. */
export type Results = ReadonlyMap<string, readonly string[]>;

export function suiteIn(folder: string): string {
  return path.join(folder, 'node_modules', SUITE.package, 'dist/index.js');
}

/** Runs the scenarios that a revision asks of servers, or one of them. */
export async function runSuite(suite: string, url: string, revision: string, scenario?: string): Promise<Results> {
  const output = mkdtempSync(path.join(tmpdir(), 'toolmark-conformance-'));
  const which =
    scenario === undefined ? ['--requirements', revision] : ['--scenario', scenario, '--spec-version', revision];
  const oldNode = pathToFileURL(path.join(import.meta.dirname, 'old-node.js')).href;
  const args = ['--import', oldNode, suite, 'server', '--url', url, ...which, '--output-dir', output];
  let said = '';
  await new Promise(resolve => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] }).on('close', resolve);
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  });
  try {
    return readResults(output);
  } catch (error) {
    throw new Error(`The suite broke off: ${said.slice(-2_000)}`, { cause: error });
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** Each scenario has a folder of its own: `server-`, its name and the time. */
function readResults(folder: string): Results {
  return new Map(
    readdirSync(folder).map(name => {
      const checks = JSON.parse(readFileSync(path.join(folder, name, 'checks.json'), 'utf8')) as Check[];
      const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1] ?? name;
      return [scenario, checks.map(({ id, status }) => `${id} ${status}`).sort()];
    }),
  );
}

interface Check {
  readonly id: string;
  readonly status: string;
}
