import { recognisePackage } from '@toolmark/core/package';

/** Search paths and libraries of the programs that start packages, and where a container runs. */
const LOADING =
  /^(?:NODE_PATH|LD_(?:PRELOAD|AUDIT|LIBRARY_PATH)|DYLD_\w+|PYTHON(?:PATH|HOME|PLATLIBDIR)|(?:DOCKER|CONTAINER)_(?:HOST|CONTEXT|CONFIG|CONNECTION))$/i;

/** A variable with which a pinned package would load code that is not pinned, as an option of its command could. */
export function steeringVariable(env: Readonly<Record<string, string>> = {}): string | undefined {
  return Object.keys(env).find(name =>
    /^NODE_OPTIONS$/i.test(name) ? loadsCode(env[name] ?? '') : LOADING.test(name),
  );
}

/** Judged as if they stood in the command. Node reads `_` in options as `-`. */
function loadsCode(options: string): boolean {
  const words = options.replaceAll('_', '-').split(/\s+/);
  const found = recognisePackage({ command: 'node', args: [...words.filter(word => word !== ''), SCRIPT] });
  return found.type !== 'path' || found.file !== SCRIPT;
}

const SCRIPT = './server.js';
