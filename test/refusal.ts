import { ToolmarkError } from '../packages/core/src/base/index.ts';

/** The error an action was refused with; anything else it does is a failed test. */
export function refusalOf(action: () => unknown): ToolmarkError {
  try {
    action();
  } catch (error) {
    if (error instanceof ToolmarkError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

/** The error a promise was refused with; any other outcome is a failed test. */
export async function rejectionOf(work: Promise<unknown>): Promise<ToolmarkError> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof ToolmarkError) return outcome;
  throw new Error(`Expected a refusal, not ${String(outcome)}.`, { cause: outcome });
}

/** `code pointer` of every finding behind a refusal, sorted. */
export function placesOf(error: ToolmarkError): string[] {
  return error.findings.map(({ code, pointer }) => `${code} ${pointer}`).sort();
}
