export type { Advisories } from '../advisories/advisories.ts';
export { type WatchOptions, watchAdvisories } from '../advisories/watch-advisories.ts';
export { type ApprovalPage, openApprovalPage, type PageOptions } from './approval-page.ts';
export { auditTrail, type TrailOptions } from './audit-trail.ts';
export type { Answer } from './await-person.ts';
export type { Cancellation } from './cancellation.ts';
export type { ClientLink } from './client-link.ts';
export { Guard } from './guard.ts';
export type {
  Approver,
  AuditTrail,
  DecisionRecord,
  GuardMode,
  GuardSettings,
  ListMemory,
  Question,
  RememberedLists,
} from './guard-settings.ts';
export { type HttpLimits, type HttpListener, type HttpSettings, serveHttp } from './http-listener.ts';
export { showArguments } from './show-arguments.ts';
export { serveStdio } from './stdio-client.ts';
