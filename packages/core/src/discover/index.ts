export { applyEvents } from './apply-events.ts';
export { contentDigest } from './content-digest.ts';
export { contradictionsInTool } from './contradictions.ts';
export { countEstablished, type PublishedTool } from './count-established.ts';
export { countStanding, type Standing, type StandingVoice } from './count-standing.ts';
export { type EntryWords, entryWords, type IndexEntry, indexEntry } from './index-entry.ts';
export { parseReputationInput, parseReputationInputs, type ReputationCase } from './parse-reputation.ts';
export { penaltyOf, type WeighedFinding } from './penalty-of.ts';
export { compareRanked, DOMAIN_BOOST, type Ranked, type RankInput, rankOf } from './rank.ts';
export { RELEVANCE, relevance } from './relevance.ts';
export { countEvidence, type Evidence, type Incident, reputationOf, type ToolEvidence } from './reputation-of.ts';
export { type Reputation, type ReputationCounts, scoreCounts } from './score-counts.ts';
export {
  type AuthorRecord,
  type FeedbackCounts,
  needsReview,
  type ReputationInput,
  type ReputationParts,
  type ReputationScore,
  scoreReputation,
} from './score-reputation.ts';
export type { FoundPage, FoundTool, ToolAdvisory, ToolQuery } from './search.ts';
export { FEEDBACK_TYPES, type FeedbackType, type Tally, tally, VOICE_LIMITS, type Voice } from './tally.ts';
export { queryWords, searchWords } from './words.ts';
