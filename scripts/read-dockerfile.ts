export interface Instruction {
  readonly name: string;
  readonly args: string;
}

/** The instructions of each stage of a Dockerfile, with continued lines joined. */
export function readDockerfile(text: string): Instruction[][] {
  const lines = text
    .split('\n')
    .filter(line => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', args = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`Not an instruction: ${line}`);
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, args });
  }
  return stages;
}

/** What every instruction of one name says in a stage. */
export function argsOf(stage: readonly Instruction[], name: string): string[] {
  return stage.filter(one => one.name === name).map(({ args }) => args);
}

/** The sources of `COPY a b target`, from the context of the build. */
export function copiedPaths(stage: readonly Instruction[]): string[] {
  return argsOf(stage, 'COPY')
    .filter(args => !args.startsWith('--from='))
    .flatMap(args => args.split(/\s+/).slice(0, -1));
}
