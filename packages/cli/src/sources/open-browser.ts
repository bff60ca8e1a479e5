import { spawn } from 'node:child_process';
import type { Io } from '../io.ts';

/** Opens an http or https address in the browser of the user, without a shell. Where there is none, the address has been printed. */
export function openBrowser(
  address: string,
  { env }: Pick<Io, 'env'>,
  platform: NodeJS.Platform = process.platform,
): void {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true, env: { ...env } });
  child.on('error', () => {});
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
