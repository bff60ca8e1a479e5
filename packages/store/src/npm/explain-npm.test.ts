import { expect, test } from 'vitest';
import { explainNpm } from './explain-npm.ts';

test.each([
  ['E404', 'package.not-found'],
  ['ETARGET', 'package.no-such-version'],
  ['ENOVERSIONS', 'package.no-such-version'],
  ['EINTEGRITY', 'package.integrity-mismatch'],
  ['Z_DATA_ERROR', 'package.integrity-mismatch'],
  ['TAR_BAD_ARCHIVE', 'package.integrity-mismatch'],
  ['TAR_ENTRY_ERROR', 'package.unsafe-path'],
  ['E401', 'package.unauthorized'],
  ['E403', 'package.unauthorized'],
  ['ENEEDAUTH', 'package.unauthorized'],
  ['ENOTFOUND', 'package.offline'],
  ['ECONNREFUSED', 'package.offline'],
  ['ENOTCACHED', 'package.offline'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'package.offline'],
  ['E503', 'package.offline'],
  ['EALLOWGIT', 'package.unsupported-source'],
  ['ENOGIT', 'package.unsupported-source'],
  ['EUNSUPPORTEDPROTOCOL', 'package.unsupported-source'],
  ['EBADPLATFORM', 'package.wrong-platform'],
  ['ERESOLVE', 'package.resolver-failed'],
  ['EUSAGE', 'packages.contradicts-itself'],
  ['ENOSPC', 'store.no-space'],
  ['EWHATEVER', 'package.resolver-failed'],
])('npm fails with %s: refused as %s', (code, expected) => {
  const error = explainNpm({ code, summary: 'https://user:hunter2@host/', detail: 'hunter2' }, 'a@1');
  expect(error.code).toBe(expected);
  expect(error.message).toMatch(/^a@1: /);
  expect(error.message).not.toContain('hunter2');
});

test.each([
  undefined,
  null,
  'E404',
  [],
  {},
  { code: 404 },
  { code: '\u001b[31mE404\u0007' },
  { code: 'A'.repeat(100) },
])('an answer that is not an error of npm is not quoted: %j', error => {
  expect(explainNpm(error, 'a@1').message).toBe('a@1: npm failed. Run the command of the server by hand to see why.');
});
