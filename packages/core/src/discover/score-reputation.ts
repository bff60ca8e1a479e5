/** What is known of an author; a member that is absent takes the default of the original specification. */
export interface AuthorRecord {
  readonly published_tools?: number;
  readonly average_tool_rating?: number;
  readonly security_incidents?: number;
  readonly community_standing?: number;
}

export interface FeedbackCounts {
  readonly positive?: number;
  readonly negative?: number;
}

/** What a score is made of; null means "not known". */
export interface ReputationInput {
  readonly author: AuthorRecord | null;
  readonly feedback: FeedbackCounts | null;
  readonly usage_statistics: number | null;
  readonly security_analysis: number | null;
}

/** The four parts as they go into the score, each with its weight. */
export interface ReputationParts {
  readonly author: number;
  readonly feedback: number;
  readonly usage: number;
  readonly security: number;
}

export interface ReputationScore {
  /** From 0 to 1. Never rounded: the threshold of a review is compared with these very bits. */
  readonly score: number;
  readonly parts: ReputationParts;
}

const NEUTRAL = 0.5;
const REVIEW_BELOW = 0.3;

/**
 * The score of the original specification. Sums run from left to right in doubles, so that everyone who reckons in that
 * order gets the same bits (docs/spec/reputation.md, test/vectors/reputation.json).
 */
export function scoreReputation(input: ReputationInput): ReputationScore {
  const parts = {
    author: scoreAuthor(input.author ?? {}),
    feedback: scoreFeedback(input.feedback ?? {}),
    usage: input.usage_statistics ?? NEUTRAL,
    security: input.security_analysis ?? NEUTRAL,
  };
  const sum = parts.author * 0.3 + parts.usage * 0.2 + parts.feedback * 0.3 + parts.security * 0.2;
  return { score: Math.min(Math.max(sum, 0), 1), parts };
}

/** Whether a score calls for a person: strictly below 0.3. */
export function needsReview(score: number): boolean {
  return score < REVIEW_BELOW;
}

function scoreAuthor(author: AuthorRecord): number {
  const {
    published_tools: tools = 0,
    average_tool_rating: rating = NEUTRAL,
    security_incidents: incidents = 0,
    community_standing: standing = NEUTRAL,
  } = author;
  return Math.min(tools / 10, 1) * 0.2 + rating * 0.4 + Math.max(1 - incidents * 0.1, 0) * 0.2 + standing * 0.2;
}

/** The share of good voices, drawn towards the middle while there are fewer than a hundred. */
export function scoreFeedback({ positive = 0, negative = 0 }: FeedbackCounts): number {
  const total = positive + negative;
  if (total === 0) return NEUTRAL;
  const confidence = Math.min(total / 100, 1);
  return (positive / total) * confidence + NEUTRAL * (1 - confidence);
}

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
