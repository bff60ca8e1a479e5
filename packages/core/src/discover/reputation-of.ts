import type { AdvisorySeverity } from '../sign/index.ts';
import { countEstablished, type PublishedTool } from './count-established.ts';
import { countStanding, type StandingVoice } from './count-standing.ts';
import { penaltyOf, type WeighedFinding } from './penalty-of.ts';
import { type Reputation, type ReputationCounts, scoreCounts } from './score-counts.ts';
import { tally, type Voice } from './tally.ts';

/** A report that people looked into. Only what they confirmed, and have not withdrawn, moves a score. */
export interface Incident {
  readonly version: string;
  readonly severity: AdvisorySeverity;
  readonly state: 'open' | 'confirmed' | 'dismissed' | 'withdrawn';
}

/** What one tool is judged by. */
export interface ToolEvidence {
  readonly voices: readonly Voice[];
  readonly incidents: readonly Incident[];
}

/** All that is known of one version of a tool and of who published it. */
export interface Evidence extends ToolEvidence {
  readonly version: string;
  readonly publisher: {
    /** The verified id. Nothing here goes by a display name. */
    readonly id: string;
    readonly tools: readonly PublishedTool[];
    /** What was said of the publisher's other tools, one item for each tool. */
    readonly others: readonly ToolEvidence[];
    /** What the community says of the publisher. */
    readonly standing?: readonly StandingVoice[];
  };
  /** Distinct verified consumers in 90 days, without the publisher; null where nobody counts them. */
  readonly consumers: number | null;
  /** What the scanner found; null where it did not run. */
  readonly findings: readonly WeighedFinding[] | null;
}

/** The reputation that evidence gives: the same evidence gives the same bits, whatever its order. */
export function reputationOf(evidence: Evidence, now: Date): Reputation {
  return scoreCounts(countEvidence(evidence, now));
}

/** What a registry keeps in its rows instead of counting anew. */
export function countEvidence(evidence: Evidence, now: Date): ReputationCounts {
  const { publisher, version, consumers, findings } = evidence;
  const tool = countTool(evidence, publisher.id, now);
  const tools = [tool, ...publisher.others.map(other => countTool(other, publisher.id, now))];
  return {
    publisher: {
      establishedTools: countEstablished(publisher.tools, now),
      positive: sum(tools.map(({ positive }) => positive)),
      negative: sum(tools.map(({ negative }) => negative)),
      confirmedIncidents: sum(tools.map(({ confirmedIncidents }) => confirmedIncidents)),
      ...(publisher.standing === undefined ? {} : { standing: countStanding(publisher.standing, publisher.id, now) }),
    },
    ...tool,
    consumers,
    penalty: findings === null ? null : penaltyOf(findings),
    quarantined: confirmed(evidence).some(incident => incident.severity === 'critical' && incident.version === version),
  };
}

type ToolCounts = Pick<ReputationCounts, 'positive' | 'negative' | 'confirmedIncidents'>;

function countTool(evidence: ToolEvidence, publisher: string, now: Date): ToolCounts {
  const { positive, negative } = tally(evidence.voices, publisher, now);
  return { positive, negative, confirmedIncidents: confirmed(evidence).length };
}

function confirmed({ incidents }: ToolEvidence): readonly Incident[] {
  return incidents.filter(({ state }) => state === 'confirmed');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
