/** What a tool may do, as schema 1.0 names it. */
export const CAPABILITIES = [
  'read_file',
  'write_file',
  'execute_command',
  'network_request',
  'database_access',
  'system_info',
  'user_interaction',
  'admin_operation',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Lowest first: the index is the rank. */
export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export function riskRank(level: RiskLevel): number {
  return RISK_LEVELS.indexOf(level);
}

export function highestRisk(levels: readonly RiskLevel[]): RiskLevel {
  return levels.reduce<RiskLevel>((top, level) => (riskRank(level) > riskRank(top) ? level : top), 'low');
}

/** What is different in the service after the tool has run. Several may apply: an upsert is `create` and `update`. */
export type Operation =
  /** Nothing: it only reads. */
  | 'read'
  /** Something new exists: a sent message, an uploaded file, an inserted record. */
  | 'create'
  /** Something that existed is different and is still the same thing: renamed, archived, patched. */
  | 'update'
  /** Something can no longer be retrieved: deleted, moved to a bin, cancelled. */
  | 'delete'
  /** It depends only on the arguments: a tool that runs commands or queries. */
  | 'opaque';

/** The same for programs: help and pages. */
export const OPERATION_MEANINGS: Readonly<Record<Operation, string>> = {
  read: 'Nothing: it only reads.',
  create: 'Something new exists: a sent message, an uploaded file, an inserted record.',
  update: 'Something that existed is different and is still the same thing: renamed, archived, patched.',
  delete: 'Something can no longer be retrieved: deleted, moved to a bin, cancelled.',
  opaque: 'It depends only on the arguments: a tool that runs commands or queries.',
};

/** What a tool does to the resources of the service behind it. Every operation belongs to exactly one group. */
export const OPERATION_GROUPS = {
  observing: ['read'],
  mutating: ['create', 'update', 'delete'],
  indeterminate: ['opaque'],
} as const;
export const OPERATIONS: readonly Operation[] = [
  ...OPERATION_GROUPS.observing,
  ...OPERATION_GROUPS.mutating,
  ...OPERATION_GROUPS.indeterminate,
];
