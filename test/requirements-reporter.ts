import path from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { REQUIREMENTS, type Requirement } from './requirements.ts';

/** After a whole run, every requirement must have been proven by the test it names. */
export class RequirementsReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    // A run of some tests proves nothing about the others.
    const all = await this.vitest?.globTestSpecifications();
    if (modules.length < (all?.length ?? 0) || this.vitest?.config.testNamePattern !== undefined) return;
    const tests = new Map(
      modules.flatMap(module => [...module.children.allTests()]).map(test => [this.keyOf(test), test]),
    );
    const unproven = REQUIREMENTS.flatMap(requirement => {
      const problem = findProblem(requirement, tests);
      return problem === undefined ? [] : [`  ${requirement.id}: ${requirement.promise}\n    ${problem}`];
    });
    if (unproven.length > 0) {
      console.error(`\nUnproven requirements:\n${unproven.join('\n')}\n`);
      process.exitCode = 1;
    } else console.log(`\n${REQUIREMENTS.length} requirements, all proven.`);
  }

  private keyOf(test: TestCase): string {
    return key([
      path.relative(this.vitest?.config.root ?? '', test.module.moduleId).replaceAll('\\', '/'),
      test.fullName,
    ]);
  }
}

function key([file, title]: Requirement['provenBy']): string {
  return `${file} > ${title}`;
}

function findProblem({ provenBy }: Requirement, tests: ReadonlyMap<string, TestCase>): string | undefined {
  const test = tests.get(key(provenBy));
  if (test === undefined) return isAbsentShared(provenBy, tests) ? undefined : `There is no test "${key(provenBy)}".`;
  const { state } = test.result();
  return state === 'passed' ? undefined : `The test "${key(provenBy)}" is ${state}.`;
}

/** Where shared data is missing, one skipped test stands for the suite and says so; `.ci/run` does not let that pass. */
function isAbsentShared([file]: Requirement['provenBy'], tests: ReadonlyMap<string, TestCase>): boolean {
  return [...tests].some(([name, test]) => name.startsWith(`${file} > `) && test.name.startsWith('needs shared data'));
}
