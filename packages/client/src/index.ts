export type { FoundPage, FoundTool, ToolAdvisory } from '@toolmark/core/registry';
export type {
  Account,
  AdvisoryDetails,
  Attestation,
  AttestationFacts,
  AttestationPage,
  AttestationSigner,
  Decided,
  ExchangedToken,
  FeedbackGiven,
  Me,
  NewCertificate,
  NewToken,
  NewTrustedPublisher,
  Receipt,
  RegisteredTool,
  Review,
  ReviewPage,
  SecurityEvent,
  SecurityEventPage,
  ServerEntry,
  ToolAccess,
  ToolFacts,
  TrustedPublisher,
  VersionFacts,
  VersionPage,
} from './answers.ts';
export { type Client, type ClientOptions, createClient, type Feedback, type PublishOptions } from './client.ts';
export type { AttestationQuery, ReviewQuery, SearchQuery, ServerQuery } from './queries.ts';
export { DEFAULT_REGISTRY } from './registry-address.ts';
export type { Fetch } from './send.ts';
