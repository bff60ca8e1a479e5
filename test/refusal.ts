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

/** `code pointer` of every finding behind a refusal, sorted. */
export function placesOf(error: ToolmarkError): string[] {
  return error.findings.map(({ code, pointer }) => `${code} ${pointer}`).sort();
}
