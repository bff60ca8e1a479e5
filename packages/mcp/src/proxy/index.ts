export type { Advisories } from '../advisories/watch-advisories.ts';
export { type WatchOptions, watchAdvisories } from '../advisories/watch-advisories.ts';
export { type ApprovalPage, openApprovalPage, type PageOptions } from './approve/approval-page.ts';
export { auditTrail, type TrailOptions } from './approve/audit-trail.ts';
export type { Answer } from './approve/await-person.ts';
export { showArguments } from './approve/show-arguments.ts';
export type { Cancellation } from './cancellation.ts';
export type { ClientLink } from './client/client-link.ts';
export { type HttpLimits, type HttpListener, type HttpSettings, serveHttp } from './client/http-listener.ts';
export { serveStdio } from './client/stdio-client.ts';
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
