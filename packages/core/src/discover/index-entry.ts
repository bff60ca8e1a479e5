import { isJsonObject, type JsonObject, member } from '../base/index.ts';
import {
  type Capability,
  effectiveFlags,
  type RiskLevel,
  riskRank,
  type ToolDocument,
  toMetadata,
} from '../describe/index.ts';
import { contradictionsIn } from './contradictions.ts';
import { searchWords } from './words.ts';

/** What can be searched of a tool document. */
export interface IndexEntry {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description: string;
  readonly capabilities: readonly Capability[];
  /** Kinds of services, sorted, each once. */
  readonly domains: readonly string[];
  readonly riskLevel: RiskLevel;
  /** 0 for low to 3 for critical. */
  readonly riskRank: number;
  /** The declared flag, or what MCP assumes of a silent tool. */
  readonly readOnly: boolean;
  /** Codes of what it claims and contradicts (`contradictionsIn`); absent where there is none. */
  readonly contradictions?: readonly string[];
  /** For showing. It is a claim of the document, so nothing is found or ranked by it. */
  readonly author: string;
}

export function indexEntry(document: ToolDocument): IndexEntry {
  const { tool } = document;
  const contradictions = contradictionsIn(document);
  const metadata = isJsonObject(tool.metadata) ? toMetadata(tool.metadata) : {};
  const title = titleOf(tool.mcp ?? {});
  return {
    name: tool.name,
    version: tool.version,
    ...(title === undefined ? {} : { title }),
    description: tool.description,
    capabilities: tool.capabilities,
    domains: [...new Set(metadata.classification?.service_domains)].sort(),
    riskLevel: tool.security.risk_level,
    riskRank: riskRank(tool.security.risk_level),
    readOnly: effectiveFlags(metadata.behavior ?? {}).read_only.value,
    ...(contradictions.length === 0 ? {} : { contradictions }),
    author: tool.author.name,
  };
}

/** The words of an entry by place, strongest first, as a full-text index holds them. */
export interface EntryWords {
  readonly name: readonly string[];
  /** Of title, capabilities and domains. */
  readonly labels: readonly string[];
  readonly description: readonly string[];
}

export function entryWords(entry: IndexEntry): EntryWords {
  return {
    name: searchWords(entry.name),
    labels: searchWords([entry.title ?? '', ...entry.capabilities, ...entry.domains].join('\n')),
    description: searchWords(entry.description),
  };
}

/** As clients show it: the title, else that of the annotations. */
function titleOf(mcp: JsonObject): string | undefined {
  const annotations = member(mcp, 'annotations');
  const titles = [member(mcp, 'title'), isJsonObject(annotations) ? member(annotations, 'title') : undefined];
  return titles.find(title => typeof title === 'string');
}
