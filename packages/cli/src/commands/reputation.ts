import {
  applyEvents,
  needsReview,
  parseReputationInputs,
  type ReputationScore,
  scoreReputation,
} from '@toolmark/core/registry';
import pc from 'picocolors';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { naming } from '../sources/read-surfaces.ts';

export interface ReputationArguments {
  readonly file: string;
  readonly format: 'text' | 'json';
}

/** Scores from evidence in a file, offline. A low score is a result and no failure. */
export function runReputation({ file, format }: ReputationArguments, io: Io): number {
  const cases = naming(file, () => parseReputationInputs(readFile(file, io)));
  const results = cases.map(given => scoreReputation(applyEvents(given, given.events)));
  io.out(format === 'json' ? formatJson(toJson(results)) : formatScores(results, io.hasColor));
  return EXIT.yes;
}

function toJson(results: readonly ReputationScore[]): object {
  return {
    scores: results.map(({ score }) => score),
    parts: results.map(({ parts }) => parts),
    needsReview: results.map(({ score }) => needsReview(score)),
  };
}

function formatScores(results: readonly ReputationScore[], hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  return results
    .map(({ score, parts }) => {
      const made = Object.entries(parts).map(([name, part]) => `${name} ${part}`);
      const low = needsReview(score) ? `  ${color.red('below 0.3: needs a review')}` : '';
      return `${color.bold(String(score))}  (${made.join(', ')})${low}\n`;
    })
    .join('');
}
