import type { AdvisorySeverity } from '../sign/index.ts';
import type { Tier } from '../validate/index.ts';
import { countEstablished, type PublishedTool } from './count-established.ts';
import { type Reputation, type ReputationCounts, scoreCounts } from './score-counts.ts';
import { countStanding, type StandingVoice, tally, type Voice } from './tally.ts';

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
    /** Evidence about the publisher's other tools, one item per tool. */
    readonly others: readonly ToolEvidence[];
    /** The opinions of the community on the publisher. */
    readonly standing?: readonly StandingVoice[];
  };
  /** Distinct verified consumers in 90 days, without the publisher; null where they are not counted. */
  readonly consumers: number | null;
  /** What the scanner found; null where it did not run. */
  readonly findings: readonly WeighedFinding[] | null;
}

/** The reputation that evidence gives: the same evidence gives the same bits, whatever its order. */
export function reputationOf(evidence: Evidence, now: Date): Reputation {
  return scoreCounts(countEvidence(evidence, now));
}

/** The counts that a registry stores. */
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

/** What of a finding decides. */
export interface WeighedFinding {
  readonly code: string;
  readonly tier: Tier;
}

const PENALTIES = { block: 0.5, review: 0.1 } as const;

/** What findings of the scanner take away: each code once, at its worst. Repeating a word does not make it worse. */
export function penaltyOf(findings: readonly WeighedFinding[]): number {
  const blocking = new Set(findings.filter(({ tier }) => tier === 'block').map(({ code }) => code));
  const all = new Set(findings.map(({ code }) => code));
  return blocking.size * PENALTIES.block + (all.size - blocking.size) * PENALTIES.review;
}
