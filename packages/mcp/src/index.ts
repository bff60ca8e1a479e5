export { CONFIG_CODES, type ConfigCode } from './config/codes.ts';
export {
  type ConfigPlace,
  DEFAULT_CONFIGS,
  findClientConfigs,
  type PlaceOptions,
} from './config/find-client-configs.ts';
export {
  type ConfigKind,
  type ConfigOptions,
  configKindOf,
  parseServerConfig,
  type ServerConfig,
  type UnusableEntry,
} from './config/parse-server-config.ts';
export { CONNECT_CODES, type ConnectCode } from './connect/codes.ts';
export { type Connection, type ConnectOptions, connect, DEFAULT_TIMEOUT_MS } from './connect/connect.ts';
export { DEFAULT_LIMITS, type Limits } from './connect/limits.ts';
export type { NamedServer, ServerSource } from './connect/server-source.ts';
export { type Progress, type ServerResult, type SnapshotsOptions, takeSnapshots } from './connect/take-snapshots.ts';
export type { ClientInfo } from './connect/wire.ts';
