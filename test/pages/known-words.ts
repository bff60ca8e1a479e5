import { buildProgram } from '../../packages/cli/src/program.ts';
import { fakeIo } from '../fake-io.ts';

type Command = ReturnType<typeof buildProgram>;

/** Every command, as in `policy explain`, and every option that the command line has. */
export function knownWords(): { readonly commands: ReadonlySet<string>; readonly options: ReadonlySet<string> } {
  const all = withCommandsBelow(program(), '');
  const options = all.flatMap(({ command }) => command.options.flatMap(({ short, long }) => [short, long]));
  return {
    commands: new Set(all.map(({ words }) => words)),
    options: new Set(options.filter(option => option !== undefined && option !== null)),
  };
}

function withCommandsBelow(command: Command, words: string): { command: Command; words: string }[] {
  const below = command.commands.flatMap(one => withCommandsBelow(one, `${words} ${one.name()}`.trim()));
  return [{ command, words }, ...below];
}

function program(): Command {
  return buildProgram(fakeIo().io, undefined, () => {});
}
