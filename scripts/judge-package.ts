import { readFileSync } from 'node:fs';
import * as attw from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** ESM-only packages do not support these resolution modes. */
const NOT_PROMISED = ['node10', 'node16-cjs'];

/** The problems that publint and "Are the types wrong?" find in a tarball. */
export async function judgePackage(tarball: string): Promise<string[]> {
  const bytes = Uint8Array.from(readFileSync(tarball));
  return [...(await findMistakes(bytes.buffer)), ...(await findTypeProblems(bytes))];
}

async function findMistakes(tarball: ArrayBuffer): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map(message => `publint: ${formatMessage(message, pkg ?? {}, { color: false }) ?? message.code}`);
}

async function findTypeProblems(tarball: Uint8Array): Promise<string[]> {
  const analysis = await attw.checkPackage(attw.createPackageFromTarballData(tarball));
  // The command line package has no types.
  if (!analysis.types) return analysis.packageName === 'toolmark' ? [] : ['attw: it has no types'];
  return analysis.problems
    .filter(problem => !('resolutionKind' in problem && NOT_PROMISED.includes(problem.resolutionKind)))
    .filter(problem => !('resolutionOption' in problem && NOT_PROMISED.includes(problem.resolutionOption)))
    .map(problem => `attw: ${JSON.stringify(problem)}`);
}
