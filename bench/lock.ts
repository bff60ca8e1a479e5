import { drift, type McpTool, pin, type Snapshot, toolDigest } from '@toolmark/core';
import { atMost, measure, type Ratio } from './measure.ts';
import { sampleList } from './sample.ts';

export function lockRatios(): Ratio[] {
  const live: Snapshot = { tools: thousandTools(), prompts: [], resources: [], templates: [] };
  const locked = pin({ ...live, tools: thousandTools() });
  const ours = measure(() => drift(locked, live));
  const floor = measure(() => live.tools.map(toolDigest));
  return [atMost(1.5, 'drift of 1,000 locked tools, none changed, against hashing them', ours, floor)];
}

function thousandTools(): McpTool[] {
  const { tools } = sampleList(1) as { tools: readonly [McpTool] };
  return Array.from({ length: 1000 }, (_, i) => ({ ...tools[0], name: `tool_${i}` }));
}
