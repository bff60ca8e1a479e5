import type { Environment } from '../context.ts';

/**
 * The environment of uv. Of uv's own variables only those are kept that say where packages come from, how to sign in, how old they
 * must be and which Python is used; others change the tree, the place of the installation, or turn off the check of hashes.
 */
export function uvEnvironment(env: Environment): Environment {
  const kept = Object.entries(env).filter(([name]) => isKept(name.toUpperCase()));
  return { ...Object.fromEntries(kept), NO_COLOR: '1', UV_NO_PROGRESS: '1' };
}

function isKept(name: string): boolean {
  if (name.startsWith('TOOLMARK_') || DROPPED.has(name)) return false;
  return !name.startsWith('UV_') || KEPT.test(name);
}

/** They select another Python, or other modules for it. */
const DROPPED = new Set([
  ...['PYTHONPATH', 'PYTHONHOME', 'PYTHONSTARTUP', 'PYTHONPYCACHEPREFIX', 'PYTHONDONTWRITEBYTECODE', 'PYTHONUSERBASE'],
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'CONDA_DEFAULT_ENV', '__PYVENV_LAUNCHER__', 'RUST_LOG'],
]);

const KEPT =
  /^UV_(?:INDEX(?:_.+)?|DEFAULT_INDEX|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|KEYRING_PROVIDER|CREDENTIALS_DIR|EXCLUDE_NEWER|PRERELEASE|CONFIG_FILE|NO_CONFIG|CACHE_DIR|NO_CACHE|OFFLINE|HTTP_.+|REQUEST_TIMEOUT|CONCURRENT_.+|SYSTEM_CERTS|NATIVE_TLS|INSECURE_HOST|PYTHON|PYTHON_(?:DOWNLOADS|PREFERENCE|INSTALL_DIR|CACHE_DIR)|MANAGED_PYTHON|NO_MANAGED_PYTHON)$/;
