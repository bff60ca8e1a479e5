export { type Annotations, describeTool, type ToolDescription } from './describe-tool.ts';
export { registerTool, type ToolConfig } from './register-tool.ts';
export type { ReportOptions } from './report.ts';
export type { Registered, ToolHandler, ToolInput, ToolSchema, ToolServer } from './tool-server.ts';
