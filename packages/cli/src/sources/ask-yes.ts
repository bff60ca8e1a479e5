import { confirm, isCancel } from '@clack/prompts';

/** A question to the person at the terminal; leaving is no. */
export async function askYes(message: string): Promise<boolean> {
  const answer = await confirm({ message, initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}
