export type {
  Account,
  FeedbackGiven,
  FoundPage,
  FoundTool,
  Me,
  NewCertificate,
  NewToken,
  Receipt,
  RegisteredTool,
  Review,
  ReviewPage,
  ServerEntry,
  ToolFacts,
  VersionFacts,
} from './answers.ts';
export { type Client, type ClientOptions, createClient, type PublishOptions } from './client.ts';
export type { ReviewQuery, SearchQuery, ServerQuery } from './queries.ts';
export { DEFAULT_REGISTRY } from './registry-address.ts';
export type { Fetch } from './send.ts';
