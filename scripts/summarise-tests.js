import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Each of these suites must have passed tests and skipped none. */
const EXPECTED = [
  'test/architecture.test.ts',
  'test/cli-page.test.ts',
  'test/findings-page.test.ts',
  'test/packages.test.ts',
  'test/public/corpus.test.ts',
  'test/public/jcs.test.ts',
  'test/public/json-parsing.test.ts',
  'test/public/cleaning.test.ts',
  'test/public/json-schema-suite.test.ts',
  'test/public/lock-corpus.test.ts',
  'test/public/mcp-examples.test.ts',
  'test/public/registry-formats.test.ts',
  'test/public/sarif.test.ts',
  'test/public/wycheproof.test.ts',
  'packages/mcp/src/connect/connect.test.ts',
  'test/drift-page.test.ts',
  'test/pages.test.ts',
  'test/picture.test.ts',
  'test/fuzz.test.ts',
  'test/scenarios/action.test.ts',
  'test/scenarios/approval-page.test.ts',
  'test/scenarios/bundle.test.ts',
  'test/scenarios/demo.test.ts',
  'test/scenarios/completion-bash.test.ts',
  'test/scenarios/guarding.test.ts',
  'test/scenarios/conformance.test.ts',
  'test/scenarios/locking.test.ts',
  'test/scenarios/packages/commands.test.ts',
  'test/scenarios/packages/provenance.test.ts',
  'test/scenarios/packages/story.test.ts',
  'packages/store/src/pypi/pypi.test.ts',
  'test/scenarios/registry/contract.test.ts',
  'test/scenarios/registry/crash.test.ts',
  'test/scenarios/registry/publishing.test.ts',
  'test/scenarios/registry/races.test.ts',
  'test/scenarios/registry/rebuilding.test.ts',
  'test/scenarios/registry/security.test.ts',
  'test/scenarios/registry/servers.test.ts',
  'test/scenarios/soak.test.ts',
  'test/scenarios/real-servers.test.ts',
  'test/scenarios/installing-attacked.test.ts',
  'test/scenarios/registry/hostile.test.ts',
  'test/scenarios/registry/inspecting.test.ts',
  'test/scenarios/registry/judging.test.ts',
  'test/scenarios/severity-table.test.ts',
  'test/scenarios/registry/commands.test.ts',
  'test/scenarios/registry/operating.test.ts',
  'test/scenarios/registry/serving.test.ts',
  'test/security-page.test.ts',
  'test/transcripts.test.ts',
  'test/vectors/etdi-canonical.test.ts',
  'test/vectors/etdi.test.ts',
  'test/vectors/identity.test.ts',
  'test/vectors/schema.test.ts',
  'test/vectors/security-config.test.ts',
  'test/vectors/signature.test.ts',
];

/** Test files that run on every Node version; unit tests beside the sources always do. */
const EVERY_ENGINE = JSON.parse(readFileSync(new URL('../test/every-engine.json', import.meta.url), 'utf8'));

const [folder = '.'] = process.argv.slice(2);
const runs = readdirSync(folder)
  .filter(file => file.endsWith('.json'))
  .map(file => ({ file, report: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) }));

let passed = 0;
let failed = 0;
const complaints = runs.length === 3 ? [] : [`Expected the results of three Node versions, found ${runs.length}.`];
for (const { file, report } of runs) {
  passed += report.numPassedTests;
  failed += report.numFailedTests + suitesThatBroke(report).length;
  for (const title of failuresIn(report)) console.error(`${file}: ${title}`);
  const isExpected = suite =>
    file === 'node-20.json' ||
    suite.startsWith('packages/') ||
    EVERY_ENGINE.some(glob => suite.startsWith(glob.split('*')[0]));
  for (const suite of EXPECTED.filter(isExpected))
    complaints.push(...complaintsAbout(suite, report).map(text => `${file}: ${text}`));
}
for (const complaint of complaints) console.error(complaint);
console.log(`${passed} passed, ${failed + complaints.length} failed`);
process.exitCode = failed + complaints.length > 0 ? 1 : 0;

/** Suites that failed outside of a test. */
function suitesThatBroke(report) {
  return report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(test => test.status === 'failed'),
  );
}

/** Repeated at the end of the log. */
function failuresIn(report) {
  const tests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}\n    ${failureMessages.join('\n').slice(0, 600)}`),
  );
  return [...tests, ...suitesThatBroke(report).map(({ name, message }) => `${path.basename(name)}: ${message}`)];
}

function complaintsAbout(suite, report) {
  const result = report.testResults.find(({ name }) => name.replaceAll('\\', '/').endsWith(`/${suite}`));
  if (result === undefined) return [`${suite} did not run.`];
  const skipped = result.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed');
  if (skipped.length > 0) return [`${suite} skipped ${skipped.length} tests.`];
  return result.assertionResults.some(({ status }) => status === 'passed') ? [] : [`${suite} passed no test.`];
}
