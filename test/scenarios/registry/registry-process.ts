import { spawn } from 'node:child_process';
import path from 'node:path';
import type { ServeOptions } from '../../../packages/registry/src/index.ts';
import { speakTo, type Voice } from '../../registry.ts';

export const ADMIN_TOKEN = 'tmk_admin_of_the_scenarios_in_processes';

export interface RegistryProcess extends Voice {
  /** Resolves when the process has ended, after SIGTERM or SIGKILL. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** A registry in its own process, as operators run it. */
export async function startRegistryProcess(
  options: Pick<ServeOptions, 'data'> & Partial<Pick<ServeOptions, 'databaseUrl' | 'timeouts'>>,
): Promise<RegistryProcess> {
  const given = JSON.stringify({ adminToken: ADMIN_TOKEN, ...options });
  const args = ['--conditions=toolmark-source', '--import', import.meta.resolve('tsx')];
  const child = spawn(process.execPath, [...args, path.join(import.meta.dirname, 'serve-child.ts'), given], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const said = await new Promise<{ url?: string; code?: string; message?: string }>(resolve => {
    let text = '';
    child.stdout.on('data', chunk => {
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text));
    });
    child.once('close', () => resolve({ message: 'it ended without output' }));
  });
  if (said.url === undefined) throw Object.assign(new Error(said.message), { code: said.code });
  const end = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return { ...speakTo(said.url, ADMIN_TOKEN), end };
}
