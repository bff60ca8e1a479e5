/** Lowest first: each access includes those before it. */
export const NETWORK_ACCESS = ['none', 'local', 'internet'] as const;
export const FILE_ACCESS = ['none', 'read', 'write', 'full'] as const;
