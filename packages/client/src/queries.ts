import type { ToolQuery } from '@toolmark/core/registry';

export interface SearchQuery extends ToolQuery {
  /** Whether the document of a tool has a trusted signature. */
  readonly signed?: boolean | undefined;
}

export interface ReviewQuery {
  readonly status?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ServerQuery {
  /** Part of the name or description. */
  readonly search?: string | undefined;
  /** `latest`, or one version; every version by default. */
  readonly version?: string | undefined;
  /** Whether an attestation is trusted. Only registries of Toolmark know. */
  readonly signed?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** One of the three. */
export interface AttestationQuery {
  /** Digest of a surface. */
  readonly surface?: string | undefined;
  /** A package URL, or the address of a remote. */
  readonly package?: string | undefined;
  /** Of a package, as in `sha512:…`. */
  readonly digest?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export function searchParameters(query: SearchQuery): URLSearchParams {
  return parameters([
    ['q', query.q],
    ['name', query.name],
    ['capability', query.capabilities],
    ['domain', query.domains],
    ['prefer_domain', query.preferDomains],
    ['max_risk_level', query.maxRisk],
    ['min_reputation', query.minReputation],
    ['read_only', query.readOnly],
    ['signed', query.signed],
    ['limit', query.limit],
    ['cursor', query.cursor],
  ]);
}

type Value = string | number | boolean | readonly string[] | undefined;

/** Leaves out undefined values and repeats the parameter for a list. */
export function parameters(pairs: readonly (readonly [name: string, value: Value])[]): URLSearchParams {
  const made = new URLSearchParams();
  for (const [name, value] of pairs) {
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [value]) made.append(name, String(one));
  }
  return made;
}
