import { generateValidators } from '../scripts/generate-validators.ts';

/** Tests never run against validators compiled from an older schema. */
export async function setup(): Promise<void> {
  await generateValidators();
}
