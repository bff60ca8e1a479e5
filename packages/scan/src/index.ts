export { type RuleSetIdentity, ruleSet } from './rule-set.ts';
export { type ScanFinding, type ScannedServer, type ScanOptions, type ScanReport, scan } from './scan.ts';
export { scanText } from './scan-text.ts';
export type { TextFinding } from './text/hiding.ts';
