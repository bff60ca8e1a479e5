import { matches } from '../transcript.ts';
import { parsePage, type Step } from './page.ts';
import { Session, type World } from './session.ts';

/** Commands of a page that no test can run, each with the reason. */
export type NotRun = Readonly<Record<string, string>>;

/** Does all that a page says, from its top to its end, and gives the first thing that goes otherwise than it says. */
export async function readPage(text: string, notRun: NotRun, world: World): Promise<string | undefined> {
  const steps = parsePage(text).steps.filter(step => step.kind !== 'run' || !Object.hasOwn(notRun, step.command));
  const session = await Session.open(world);
  try {
    for (const step of steps) {
      const complaint = await complaintAbout(step, session);
      if (complaint !== undefined) return complaint;
    }
    return undefined;
  } finally {
    await session.close();
  }
}

async function complaintAbout(step: Step, session: Session): Promise<string | undefined> {
  const { exit, output } = await session.follow(step);
  if (step.kind === 'file') return undefined;
  const { command, line } = step;
  const expected = step.kind === 'run' ? step.exit : 0;
  if (exit !== expected) return `line ${line}: "${command}" ends with ${exit} instead of ${expected}:\n${output}`;
  const isSaid = step.kind === 'meanwhile' || step.output === undefined || matches(step.output, output);
  return isSaid ? undefined : `line ${line}: "${command}" prints something else:\n${output}`;
}
