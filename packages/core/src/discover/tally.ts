import { byCodePoint } from '../base/index.ts';

export const FEEDBACK_TYPES = ['positive_usage', 'negative_usage', 'security_incident', 'community_feedback'] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];

/** What an authenticated principal said of one version of a tool. */
export interface Voice {
  /** A verified id, never a display name. */
  readonly principal: string;
  readonly version: string;
  readonly type: FeedbackType;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Tally {
  readonly positive: number;
  readonly negative: number;
  /** Reported incidents. They open a review and do not change the score. */
  readonly reported: number;
}

const DAY_MS = 86_400_000;

export const VOICE_LIMITS = {
  /** Older voices are about a tool that no longer exists as it was. */
  maxAgeMs: 365 * DAY_MS,
  /** The latest so many of one principal about one tool, however many versions it has. */
  perPrincipal: 3,
} as const;

/**
 * The voices about one tool that count: the latest of each principal and version, none of the tool's own publisher, none
 * that is too old, few of any one principal. Neither their order nor repetition changes anything.
 */
export function tally(voices: readonly Voice[], publisher: string, now: Date): Tally {
  const oldest = now.getTime() - VOICE_LIMITS.maxAgeMs;
  const counted = voices.filter(({ principal, at }) => principal !== publisher && at >= oldest);
  const counts = { positive_usage: 0, negative_usage: 0, security_incident: 0, community_feedback: 0 };
  for (const own of groupBy(counted, voice => voice.principal)) {
    const latest = groupBy(own, voice => voice.version).map(latestOf);
    for (const { type } of latest.sort(byLatest).slice(0, VOICE_LIMITS.perPrincipal)) counts[type]++;
  }
  return { positive: counts.positive_usage, negative: counts.negative_usage, reported: counts.security_incident };
}

function latestOf(voices: readonly Voice[]): Voice {
  return voices.reduce((latest, voice) => (byLatest(voice, latest) < 0 ? voice : latest));
}

/** Of two voices at one moment the graver counts, so that the order in which they come never matters. */
const GRAVEST_FIRST: readonly FeedbackType[] = [
  'security_incident',
  'negative_usage',
  'positive_usage',
  'community_feedback',
];

function byLatest(a: Voice, b: Voice): number {
  return (
    b.at - a.at || GRAVEST_FIRST.indexOf(a.type) - GRAVEST_FIRST.indexOf(b.type) || byCodePoint(a.version, b.version)
  );
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** The opinion of a principal on a publisher, given with feedback on one of its tools. */
export interface StandingVoice {
  /** A verified id, never a display name. */
  readonly principal: string;
  readonly standing: 'good' | 'bad';
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Standing {
  readonly good: number;
  readonly bad: number;
}

/**
 * One voice of each principal about a publisher, however many tools and versions it has: the latest, and of two at one moment the
 * bad one. None of the publisher itself, and none that is too old.
 */
export function countStanding(voices: readonly StandingVoice[], publisher: string, now: Date): Standing {
  const oldest = now.getTime() - VOICE_LIMITS.maxAgeMs;
  const latest = new Map<string, StandingVoice>();
  for (const voice of voices) {
    if (voice.principal === publisher || voice.at < oldest) continue;
    const known = latest.get(voice.principal);
    if (known === undefined || voice.at > known.at || (voice.at === known.at && voice.standing === 'bad')) {
      latest.set(voice.principal, voice);
    }
  }
  const good = [...latest.values()].filter(({ standing }) => standing === 'good').length;
  return { good, bad: latest.size - good };
}
