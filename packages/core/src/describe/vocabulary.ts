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

/** What a tool does to the resources of the service behind it. Every operation belongs to exactly one group. */
export const OPERATION_GROUPS = {
  observing: ['read'],
  mutating: ['create', 'update', 'delete'],
  indeterminate: ['opaque'],
} as const;
export const OPERATIONS = [
  ...OPERATION_GROUPS.observing,
  ...OPERATION_GROUPS.mutating,
  ...OPERATION_GROUPS.indeterminate,
] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * Kinds of services known today (vocabulary 2026-07). The list grows several times a year, so an unknown domain is
 * kept and reported as a warning.
 */
export const SERVICE_DOMAINS: readonly string[] = [
  'business_intelligence',
  'calendar',
  'cloud_storage',
  'code_sandbox',
  'contacts',
  'crm',
  'customer_support',
  'design',
  'documents',
  'ecommerce',
  'email',
  'financial_data',
  'geospatial',
  'incident_management',
  'messaging',
  'music_streaming',
  'observability',
  'payments',
  'presentations',
  'product_analytics',
  'project_management',
  'sales_intelligence',
  'social_media',
  'source_code',
  'spreadsheets',
  'survey',
  'travel',
  'video_conferencing',
  'video_hosting',
  'web_scraping',
];
