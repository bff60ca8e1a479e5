export type { NamedServer, ServerSource } from './connect/server-source.ts';
