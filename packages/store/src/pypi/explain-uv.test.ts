import { describe, expect, test } from 'vitest';
import { explainUv } from './explain-uv.ts';
import { uvEnvironment } from './uv-environment.ts';

describe('a failure of uv has a code of ours', () => {
  test.each<[string, string]>([
    ['error: No solution found\n  cause: Because a was not found in the package registry', 'package.not-found'],
    ['Because there is no version of a==99 and you require a==99', 'package.no-such-version'],
    ['Because only a<2 is available and you require a>=2, No solution found when resolving', 'package.no-such-version'],
    ['Because a==1 has no usable\n  wheels and you require a==1', 'package.unsupported-source'],
    ['a was included as a URL dependency', 'package.unsupported-source'],
    [
      'a was not found in the package registry. hint: could not be queried due to a lack of valid authentication credentials (401 Unauthorized)',
      'package.unauthorized',
    ],
    ['Failed to fetch: `http://h/a.whl` cause: HTTP status client error (403 Forbidden)', 'package.unauthorized'],
    ['error: Failed to download\n cause: Hash mismatch for `a==1`', 'package.integrity-mismatch'],
    ['a was not found in the cache. hint: the network was disabled', 'package.offline'],
    ['Failed to fetch: `http://h/simple/a/`\n cause: error sending request for url', 'package.offline'],
    ['error: No interpreter found for Python 3.99', 'package.no-python'],
    ['failed to write to file: No space left on device (os error 28)', 'store.no-space'],
    ['thread main panicked', 'package.resolver-failed'],
    ['', 'package.resolver-failed'],
    ['x'.repeat(1_000_000), 'package.resolver-failed'],
  ])('%.60s', (stderr, code) => {
    expect(explainUv(stderr, 'a')).toMatchObject({ code });
  });

  test('and nothing of its text', () => {
    const { message } = explainUv('Failed to fetch: https://user:secret@index.example/simple/a', 'a');
    expect(message).not.toMatch(/secret|index\.example/);
  });
});

describe('uv inherits', () => {
  const inherited = (name: string): boolean => Object.keys(uvEnvironment({ [name]: 'x' })).includes(name);

  test.each([
    ...['PATH', 'HOME', 'HTTPS_PROXY', 'SSL_CERT_FILE', 'NETRC', 'XDG_CONFIG_HOME'],
    ...[
      'UV_INDEX',
      'UV_DEFAULT_INDEX',
      'UV_INDEX_URL',
      'UV_INDEX_PRIVATE_PASSWORD',
      'UV_KEYRING_PROVIDER',
      'UV_CACHE_DIR',
    ],
    ...['UV_EXCLUDE_NEWER', 'UV_OFFLINE', 'UV_CONFIG_FILE', 'UV_PYTHON_DOWNLOADS', 'UV_HTTP_TIMEOUT'],
  ])('%s', name => {
    expect(inherited(name)).toBe(true);
  });

  test.each([
    ...['TOOLMARK_TOKEN', 'PYTHONPATH', 'PYTHONHOME', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'RUST_LOG'],
    ...['UV_NO_VERIFY_HASHES', 'UV_REQUIRE_HASHES', 'UV_CONSTRAINT', 'UV_OVERRIDE', 'UV_TARGET', 'UV_SYSTEM_PYTHON'],
    ...[
      'UV_PROJECT',
      'UV_WORKING_DIR',
      'UV_LINK_MODE',
      'UV_TORCH_BACKEND',
      'UV_NO_BINARY',
      'UV_SOMETHING_NEW',
      'uv_override',
    ],
    ...['UV_INSECURE_NO_ZIP_VALIDATION', 'UV_RESOLUTION', 'UV_FORK_STRATEGY', 'UV_PYTHON_DOWNLOADS_JSON_URL'],
  ])('not %s', name => {
    expect(inherited(name)).toBe(false);
  });
});
