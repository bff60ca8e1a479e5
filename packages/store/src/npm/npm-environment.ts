import type { Environment } from '../context.ts';

/**
 * The environment of npm. Of npm's own variables only those are kept that say where packages come from and how to sign in; any
 * other could change the tree. A run under npx or `npm run` sets dozens.
 */
export function npmEnvironment(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}

function isKept(name: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith('toolmark_')) return false;
  if (!lower.startsWith('npm_')) return true;
  if (!lower.startsWith('npm_config_')) return !NPM_SETS.test(lower);
  const option = lower.slice('npm_config_'.length).replaceAll('-', '_');
  return SOURCES.has(option) || /^@[^:]+:registry$/.test(option) || option.startsWith('//');
}

/** What npm sets for scripts; other names with this beginning are the user's, such as `NPM_TOKEN`. */
const NPM_SETS = /^npm_(?:package_|lifecycle_|command$|execpath$|node_execpath$)/;

const SOURCES = new Set([
  ...['registry', 'userconfig', 'globalconfig', 'cache', 'prefix', 'ca', 'cafile', 'cert', 'key', 'strict_ssl'],
  ...['proxy', 'http_proxy', 'https_proxy', 'noproxy', 'local_address', 'maxsockets', 'offline'],
  ...['fetch_retries', 'fetch_retry_factor', 'fetch_retry_mintimeout', 'fetch_retry_maxtimeout', 'fetch_timeout'],
]);

/**
 * The environment of install scripts: what a build needs, and nothing that may be a secret. A package that was allowed to run a
 * script was not allowed to read tokens.
 */
export function scriptEnvironment(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => BUILD.has(name.toUpperCase())));
}

const BUILD = new Set([
  ...['PATH', 'HOME', 'USERPROFILE', 'LANG', 'LC_ALL', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT'],
  ...['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'WINDIR', 'XDG_CACHE_HOME'],
  ...['CC', 'CXX', 'AR', 'LD', 'MAKE', 'MAKEFLAGS', 'CFLAGS', 'CXXFLAGS', 'LDFLAGS', 'PKG_CONFIG_PATH', 'PYTHON'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
]);
