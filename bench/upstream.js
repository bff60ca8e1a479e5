const PAGE = 100;

/** Another registry of so many entries, made as they are asked for; it breaks off at one page, once. */
/** @param {number} count @param {number} [breakAt] */
export function upstream(count, breakAt = -1) {
  return async (/** @type {string} */ url) => {
    const from = Number(new URL(url).searchParams.get('cursor') ?? 0);
    if (from === breakAt) throw new Error('cut off');
    const size = Math.min(PAGE, count - from);
    const servers = Array.from({ length: size }, (_, index) => entry(from + index));
    const next = from + size < count ? { nextCursor: String(from + size) } : {};
    return Response.json({ servers, metadata: { count: size, ...next } });
  };
}

/** @param {number} index */
function entry(index) {
  const number = String(index).padStart(6, '0');
  const identifier = `@bench/s${number}`;
  const tool = {
    name: `look_up_${index % 97}`,
    description: `Looks up what number ${number} is about, and says so in a few words.`,
    inputSchema: { type: 'object', properties: { query: { type: 'string', description: 'What to look for.' } } },
    annotations: { readOnlyHint: true },
  };
  const extension = { status: 'active', tools: [tool.name], tool_definitions: [tool] };
  const provided = { 'io.github.stacklok': { [identifier]: extension } };
  const server = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `com.example/s${number}`,
    description: `The server with the number ${number} of many.`,
    version: '1.0.0',
    packages: [{ registryType: 'npm', identifier, version: '1.0.0', transport: { type: 'stdio' } }],
    // Of real entries, few define their tools.
    ...(index % 10 === 0 ? { _meta: { 'io.modelcontextprotocol.registry/publisher-provided': provided } } : {}),
  };
  return { server, _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active' } } };
}
