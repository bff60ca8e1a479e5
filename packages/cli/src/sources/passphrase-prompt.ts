import { isCancel, password } from '@clack/prompts';

/** Asks on the terminal without showing what is typed; undefined when the person leaves. */
export async function promptPassphrase(message: string): Promise<string | undefined> {
  const given = await password({
    output: process.stderr,
    message,
    validate: value => (value === undefined || value === '' ? 'A passphrase cannot be empty' : undefined),
  });
  return isCancel(given) ? undefined : given;
}
