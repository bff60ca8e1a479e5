const COMMON = ['name', 'title', 'description', 'icons', '_meta'];

/**
 * The members that MCP gives to what servers list. Clients may hand any other member to a model, name included, so an
 * unknown one is never without meaning, not even with the value null.
 */
export const MCP_MEMBERS = {
  tools: [...COMMON, 'inputSchema', 'outputSchema', 'annotations', 'execution'],
  prompts: [...COMMON, 'arguments'],
  resources: [...COMMON, 'uri', 'mimeType', 'annotations', 'size'],
  templates: [...COMMON, 'uriTemplate', 'mimeType', 'annotations'],
  toolAnnotations: ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'],
  resourceAnnotations: ['audience', 'priority', 'lastModified'],
  promptArgument: ['name', 'title', 'description', 'required'],
  icon: ['src', 'mimeType', 'sizes', 'theme'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
