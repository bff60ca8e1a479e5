export type { Advisories } from '../advisories/watch-advisories.ts';
export { type WatchOptions, watchAdvisories } from '../advisories/watch-advisories.ts';
export { type ApprovalPage, openApprovalPage, type PageOptions } from './approve/approval-page.ts';
export type { Answer, Approver, Question } from './approve/approver.ts';
export { auditTrail, type TrailOptions } from './approve/audit-trail.ts';
export { showArguments } from './approve/show-arguments.ts';
export type { Cancellation } from './cancellation.ts';
export type { ClientLink } from './client/client-link.ts';
export { type HttpLimits, type HttpListener, type HttpSettings, serveHttp } from './client/http-listener.ts';
export { serveStdio } from './client/stdio-client.ts';
export { Guard } from './guard.ts';
export type {
  AuditTrail,
  DecisionRecord,
  GuardMode,
  GuardSettings,
  ListMemory,
  RememberedLists,
} from './guard-settings.ts';
