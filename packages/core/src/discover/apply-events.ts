import type { AuthorRecord, FeedbackCounts, ReputationInput } from './score-reputation.ts';

/** What one incident weighs among the voices, in the original specification. */
export const INCIDENT_VOICES = 5;

/** What the community is worth to an author once it has spoken, in the original specification's vectors. */
const STANDING_AFTER_FEEDBACK = 0.9;

/** An input after what happened, in order. Events of unknown kinds count for nothing. */
export function applyEvents(input: ReputationInput, events: readonly string[]): ReputationInput {
  return events.reduce(applyEvent, input);
}

function applyEvent(input: ReputationInput, event: string): ReputationInput {
  if (event === 'positive_usage') return withFeedback(input, { positive: 1 });
  if (event === 'negative_usage') return withFeedback(input, { negative: 1 });
  if (event === 'community_feedback') return withAuthor(input, { community_standing: STANDING_AFTER_FEEDBACK });
  if (event !== 'security_incident') return input;
  const incidents = (input.author?.security_incidents ?? 0) + 1;
  return withFeedback(withAuthor(input, { security_incidents: incidents }), { negative: INCIDENT_VOICES });
}

function withAuthor(input: ReputationInput, change: AuthorRecord): ReputationInput {
  return { ...input, author: { ...input.author, ...change } };
}

function withFeedback(input: ReputationInput, { positive = 0, negative = 0 }: FeedbackCounts): ReputationInput {
  const before = input.feedback ?? {};
  const feedback = { positive: (before.positive ?? 0) + positive, negative: (before.negative ?? 0) + negative };
  return { ...input, feedback };
}
