import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { REQUIREMENTS } from './requirements.ts';

/** After a whole run, every requirement must have been proven by the tests that name it. */
export class RequirementsReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    // A run of some tests proves nothing about the others.
    const all = await this.vitest?.globTestSpecifications();
    if (modules.length < (all?.length ?? 0) || this.vitest?.config.testNamePattern !== undefined) return;
    const tests = byRequirement(modules.flatMap(module => [...module.children.allTests()]));
    const unproven = Object.entries(REQUIREMENTS).flatMap(([id, promise]) => {
      const problem = findProblem(tests.get(id) ?? []);
      return problem === undefined ? [] : [`  ${id}: ${promise}\n    ${problem}`];
    });
    if (unproven.length > 0) {
      console.error(`\nUnproven requirements:\n${unproven.join('\n')}\n`);
      process.exitCode = 1;
    } else console.log(`\n${Object.keys(REQUIREMENTS).length} requirements, all proven.`);
  }
}

/** `[guard.rug-pull]` in the title of a test or of a suite around it. */
const ID = /\[([a-z]+\.[a-z0-9-]+)\] /g;

function byRequirement(tests: readonly TestCase[]): Map<string, TestCase[]> {
  const found = new Map<string, TestCase[]>();
  for (const test of tests) {
    for (const [, id = ''] of test.fullName.matchAll(ID)) found.set(id, [...(found.get(id) ?? []), test]);
  }
  return found;
}

function findProblem(tests: readonly TestCase[]): string | undefined {
  // A suite without its shared data has one skipped test; `.ci/run` fails on it.
  const ran = tests.filter(test => !test.name.startsWith('needs shared data'));
  if (tests.length === 0) return 'No test names it.';
  const red = ran.find(test => test.result().state !== 'passed');
  return red === undefined ? undefined : `The test "${red.fullName}" is ${red.result().state}.`;
}
