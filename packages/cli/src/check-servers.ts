/** All that a check needs once servers have been asked. It is loaded while they start. */
export { exitOf } from './drift-report.ts';
export { judgeServers } from './judge-servers.ts';
export { parseLockBytes } from './parse-lock-bytes.ts';
export { renderDrift } from './render-drift.ts';
