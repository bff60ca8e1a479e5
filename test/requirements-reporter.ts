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
    const absent = REQUIREMENTS.filter(({ provenBy }) => isAbsentShared(provenBy, tests));
    const unproven = REQUIREMENTS.filter(requirement => !absent.includes(requirement)).flatMap(requirement => {
      const problem = findProblem(requirement, tests);
      return problem === undefined ? [] : [`  ${requirement.id}: ${requirement.promise}\n    ${problem}`];
    });
    if (unproven.length > 0) {
      console.error(`\nUnproven requirements:\n${unproven.join('\n')}\n`);
      process.exitCode = 1;
    } else console.log(`\n${summarise(REQUIREMENTS.length, absent.length)}`);
  }

  private keyOf(test: TestCase): string {
    return key([
      path.relative(this.vitest?.config.root ?? '', test.module.moduleId).replaceAll('\\', '/'),
      test.fullName,
    ]);
  }
}

function summarise(total: number, absent: number): string {
  if (absent === 0) return `${total} requirements, all proven.`;
  return `${total - absent} requirements proven, ${absent} need shared data.`;
}

function key([file, title]: Requirement['provenBy']): string {
  return `${file} > ${title}`;
}

function findProblem({ provenBy }: Requirement, tests: ReadonlyMap<string, TestCase>): string | undefined {
  const test = tests.get(key(provenBy));
  if (test === undefined) return `There is no test "${key(provenBy)}".`;
  const { state } = test.result();
  return state === 'passed' ? undefined : `The test "${key(provenBy)}" is ${state}.`;
}

/** Where shared data is missing, one skipped test stands for the suite and says so; `.ci/run` does not let that pass. */
function isAbsentShared(provenBy: Requirement['provenBy'], tests: ReadonlyMap<string, TestCase>): boolean {
  const [file] = provenBy;
  if (tests.has(key(provenBy))) return false;
  return [...tests].some(([name, test]) => name.startsWith(`${file} > `) && test.name.startsWith('needs shared data'));
}
