import {
  INCIDENT_VOICES,
  type ReputationInput,
  type ReputationScore,
  scoreFeedback,
  scoreReputation,
} from './score-reputation.ts';
import type { Standing } from './tally.ts';

/** All that a score is made of, as numbers that a registry can keep in the rows of its tools and publishers. */
export interface ReputationCounts {
  /** Of the verified publisher, over all tools. */
  readonly publisher: {
    /** Tools that count as published (`countEstablished`). */
    readonly establishedTools: number;
    readonly positive: number;
    readonly negative: number;
    readonly confirmedIncidents: number;
    /** Principals for and against it; absent without any. */
    readonly standing?: Standing;
  };
  /** Of the tool, over all versions. */
  readonly positive: number;
  readonly negative: number;
  readonly confirmedIncidents: number;
  /** Distinct verified consumers in 90 days; null where they are not counted. */
  readonly consumers: number | null;
  /** From 0 up; null where the tool was not scanned. */
  readonly penalty: number | null;
  /** A critical incident of the version is confirmed and not withdrawn. */
  readonly quarantined: boolean;
}

export interface Reputation extends ReputationScore {
  /** The counts behind it, so that anyone can do the sum. */
  readonly counts: ReputationCounts;
}

/** So many consumers give 63 % of the part for usage, three times as many 95 %. */
const CONSUMERS_SCALE = 50;

/** A confirmed critical incident outweighs every average, until it is withdrawn. */
const QUARANTINED_SCORE = 0;

/** The score that counts give, by the one formula there is. */
export function scoreCounts(counts: ReputationCounts): Reputation {
  const { score, parts } = scoreReputation(inputOf(counts));
  return { score: counts.quarantined ? QUARANTINED_SCORE : score, parts, counts };
}

function inputOf({ publisher, consumers, penalty, ...tool }: ReputationCounts): ReputationInput {
  const { standing } = publisher;
  return {
    author: {
      published_tools: publisher.establishedTools,
      average_tool_rating: scoreFeedback(publisher),
      security_incidents: publisher.confirmedIncidents,
      ...(standing === undefined ? {} : { community_standing: scoreFeedback(toFeedback(standing)) }),
    },
    feedback: { positive: tool.positive, negative: tool.negative + tool.confirmedIncidents * INCIDENT_VOICES },
    usage_statistics: consumers === null ? null : usageOf(consumers),
    security_analysis: penalty === null ? null : Math.max(1 - penalty, 0),
  };
}

function toFeedback({ good, bad }: Standing): { readonly positive: number; readonly negative: number } {
  return { positive: good, negative: bad };
}

/** Rounded to six places, because languages disagree about the last bits of an exponential. */
function usageOf(consumers: number): number {
  return Math.round((1 - Math.exp(-consumers / CONSUMERS_SCALE)) * 1e6) / 1e6;
}
