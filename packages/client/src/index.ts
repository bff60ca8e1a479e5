export type { FoundPage, FoundTool, ToolAdvisory, ToolQuery as SearchQuery } from '@toolmark/core';
export type {
  Account,
  AdvisoryDetails,
  FeedbackGiven,
  Me,
  NewCertificate,
  NewToken,
  Receipt,
  RegisteredTool,
  Review,
  ReviewPage,
  SecurityEventPage,
  ServerEntry,
  ToolAccess,
  ToolFacts,
  VersionFacts,
} from './answers.ts';
export { type Client, type ClientOptions, createClient, type PublishOptions } from './client.ts';
export type { ReviewQuery, ServerQuery } from './queries.ts';
export { DEFAULT_REGISTRY } from './registry-address.ts';
export type { Fetch } from './send.ts';
