import { VOICE_LIMITS } from './tally.ts';

/** What a principal says of a publisher by way of one of its tools. */
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
