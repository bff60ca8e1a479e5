import { interpreterOf, isLauncher } from './interpreters.ts';
import { RUNNERS } from './runners.ts';

/** Whether a program of this name starts other code. */
export function isKnownProgram(name: string): boolean {
  return RUNNERS.has(name) || interpreterOf(name) !== undefined || isLauncher(name) || name === 'env';
}
