export { contradictionsInTool } from './contradictions.ts';
export { contentDigest } from './count-established.ts';
export { entryWords, type IndexEntry, indexEntry } from './index-entry.ts';
export { parseReputationInput, parseReputationInputs } from './parse-reputation.ts';
export { compareRanked, DOMAIN_BOOST, RELEVANCE, rankOf, relevance } from './relevance.ts';
export { type Evidence, penaltyOf, reputationOf } from './reputation-of.ts';
export { type Reputation, type ReputationCounts, scoreCounts } from './score-counts.ts';
export {
  applyEvents,
  needsReview,
  type ReputationParts,
  type ReputationScore,
  scoreReputation,
} from './score-reputation.ts';
export type { FoundPage, FoundTool, ToolAdvisory, ToolQuery } from './search.ts';
export { countStanding, FEEDBACK_TYPES, type FeedbackType, type StandingVoice, tally } from './tally.ts';
export { queryWords, searchWords } from './words.ts';
