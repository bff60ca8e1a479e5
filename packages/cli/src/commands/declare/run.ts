import type { Command } from 'commander';
import type { Io } from '../../io.ts';

type Execute = (given: never, io: Io, command: Command) => number | Promise<number>;

/** Makes the action of a command. Its code is loaded when it is called, so that starting up stays fast. */
export type Run = (load: () => Promise<Execute>) => (...values: unknown[]) => Promise<void>;

/** Arguments and options reach the command as one object, with `command` for what follows `--`. */
export function runner(io: Io, serverCommand: readonly string[] | undefined, finish: (exit: number) => void): Run {
  return load =>
    async (...values) => {
      const command = values.at(-1) as Command;
      const named = command.registeredArguments.map((argument, index) => [argument.name(), values[index]]);
      const given = { ...command.opts(), ...Object.fromEntries(named), command: serverCommand };
      const execute = await load();
      finish(await execute(given as never, io, command));
    };
}
