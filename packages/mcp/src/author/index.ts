export { type Annotations, describeTool, type ToolDescription } from './describe-tool.ts';
export { registerTool, type ToolConfig, type ToolServer } from './register-tool.ts';
export type { ReportOptions } from './report.ts';
