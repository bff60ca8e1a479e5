import type { JsonObject } from '../base/index.ts';
import type { RiskLevel } from '../describe/index.ts';
import type { AdvisorySeverity } from '../sign/index.ts';

/** What a registry can be asked for. */
export interface ToolQuery {
  /** Words to look for. */
  readonly q?: string | undefined;
  /** A part of the name; or a pattern for the whole of it, with `*` for any letters and `?` for one. */
  readonly name?: string | undefined;
  /** All of these; a word that is not a capability is refused. */
  readonly capabilities?: readonly string[] | undefined;
  /** Any of these; a misspelt one is refused. */
  readonly domains?: readonly string[] | undefined;
  /** Tools of these domains come first. */
  readonly preferDomains?: readonly string[] | undefined;
  readonly maxRisk?: RiskLevel | undefined;
  readonly minReputation?: number | undefined;
  readonly readOnly?: boolean | undefined;
  /** How many on one page. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** An advisory about the definition of a tool. */
export interface ToolAdvisory {
  readonly id: string;
  readonly severity: AdvisorySeverity;
  readonly summary: string;
  /** The newest version of the tool without an advisory; null when there is none. */
  readonly unaffectedVersion: string | null;
}

export interface FoundTool {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  readonly publisher: string;
  readonly status: string;
  readonly riskLevel: RiskLevel;
  readonly readOnly: boolean;
  readonly score: number;
  readonly downloads: number;
  readonly digest: string;
  readonly toolDigest: string;
  /** Codes of claims of the tool that contradict each other; absent where there are none. */
  readonly contradictions?: readonly string[];
  /** What the registry found out about the signature when the version was published. */
  readonly verification: JsonObject & { readonly outcome: string };
  /** Tools that have any come last. */
  readonly advisories: readonly ToolAdvisory[];
  /** The server whose entry defines it; the name goes on from there. */
  readonly server?: string;
}

export interface FoundPage {
  readonly tools: readonly FoundTool[];
  readonly nextCursor?: string;
}
