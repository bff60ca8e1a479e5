export { CONNECT_CODES, type ConnectCode } from './connect/codes.ts';
export { type Connection, type ConnectOptions, connect, DEFAULT_TIMEOUT_MS } from './connect/connect.ts';
export { DEFAULT_LIMITS, type Limits } from './connect/limits.ts';
export type { NamedServer, ServerSource } from './connect/server-source.ts';
export { type Progress, type ServerResult, type SnapshotsOptions, takeSnapshots } from './connect/take-snapshots.ts';
export type { ClientInfo } from './connect/wire.ts';
