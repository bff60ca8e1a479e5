/** A client that npm has, and that can be used without an account. */
export interface TriedClient {
  readonly name: string;
  /** Its driver in `drivers/`, which lists and calls the tools of a server with it. */
  readonly driver: string;
  /** The client first, then what it needs beside it; exact versions. */
  readonly packages: readonly [client: string, ...others: string[]];
  readonly command: string;
  /** Small enough for every run of `.ci/run`. */
  readonly isInCi?: boolean;
  /** Install scripts that it needs to work. */
  readonly needsScripts?: boolean;
}

export const TRIED: readonly TriedClient[] = [
  {
    name: 'MCP TypeScript SDK 1',
    driver: 'sdk-1',
    packages: ['@modelcontextprotocol/sdk@1.32.2'],
    command: '`client.listTools()`, `client.callTool()`',
    isInCi: true,
  },
  {
    name: 'MCP TypeScript SDK 2',
    driver: 'sdk-2',
    packages: ['@modelcontextprotocol/client@2.4.0'],
    command: '`client.listTools()`, `client.callTool()`',
    isInCi: true,
  },
  {
    name: 'mcp-client',
    driver: 'mcp-client',
    packages: ['mcp-client@1.13.1'],
    command: '`client.getAllTools()`, `client.callTool()`',
    isInCi: true,
  },
  {
    name: 'AI SDK',
    driver: 'ai-sdk',
    packages: ['@ai-sdk/mcp@2.0.97', 'zod@4.6.7'],
    command: '`client.tools()`, `tool.execute()`',
    isInCi: true,
  },
  {
    name: 'OpenAI Agents SDK',
    driver: 'openai-agents',
    packages: ['@openai/agents@0.20.0', 'zod@4.6.7'],
    command: '`MCPServerStdio`: `listTools()`, `callTool()`',
  },
  {
    name: 'LangChain MCP adapters',
    driver: 'langchain',
    packages: ['@langchain/mcp-adapters@1.1.4', '@langchain/core@1.2.13', '@langchain/langgraph@1.4.10'],
    command: '`MultiServerMCPClient`: `getTools()`, `tool.invoke()`',
  },
  {
    name: 'Mastra',
    driver: 'mastra',
    packages: ['@mastra/mcp@2.0.0', '@mastra/core@1.71.0', 'zod@4.6.7'],
    command: '`MCPClient`: `listTools()`, `tool.execute()`',
  },
  {
    name: 'MCP Inspector',
    driver: 'inspector',
    packages: ['@modelcontextprotocol/inspector@2.12.0'],
    command: '`mcp-inspector --cli … --method tools/list`, `tools/call`',
  },
  {
    name: 'MCPorter',
    driver: 'mcporter',
    packages: ['mcporter@0.12.3'],
    command: '`mcporter list --schema --json`, `mcporter call`',
  },
  {
    name: 'Claude Code',
    driver: 'claude-code',
    packages: ['@anthropic-ai/claude-code@2.1.326'],
    command: '`claude -p` with a model on this machine: the `tools` and `tool_result`s that it sends',
    needsScripts: true,
  },
];

/** Clients that `install` knows or that people use, and why they were not tried. */
export const UNTRIED: readonly (readonly [name: string, why: string])[] = [
  ['Codex, Gemini CLI, Qwen Code, OpenCode, Copilot CLI', 'on npm; not driven by the script yet'],
  ['Claude Desktop, Cursor, VS Code, Windsurf, Zed, Warp, LM Studio, JetBrains Junie', 'programs with windows'],
  [
    'Cline, Roo Code, Continue',
    'extensions of an editor; the commands of Cline and Continue on npm are not driven by the script yet',
  ],
  ['Goose, Amazon Q', 'not on npm'],
];
