import type { ServerEntry } from '@toolmark/client';
import {
  type AdvisorySeverity,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  type ToolAdvisory,
} from '@toolmark/core';

const OWN = 'dev.toolmark/registry';

/** What a registry of ours says of a tool beside its definition. */
export interface ServerToolFacts {
  readonly status: string;
  readonly signature: 'trusted' | 'unsigned';
  readonly advisories: readonly ToolAdvisory[];
}

/** What is known of each tool of an entry, by its name; undefined for an entry of a registry that says nothing. */
export function serverToolFacts({ server, _meta }: ServerEntry): ReadonlyMap<string, ServerToolFacts> | undefined {
  const own = member(_meta, OWN);
  if (own === undefined || !isJsonObject(own)) return undefined;
  const signed = textsIn(objectAt(own, 'verification'), 'signedTools');
  const advisories = objectsIn(own, 'advisories');
  return new Map(
    objectsIn(own, 'tools').map(tool => {
      const name = textAt(tool, 'name');
      const fullName = `${textAt(server, 'name')}:${name}`;
      const against = advisories.filter(advisory => textAt(advisory, 'tool') === fullName).map(toAdvisory);
      const signature = signed.includes(name) ? 'trusted' : 'unsigned';
      return [name, { status: textAt(tool, 'status'), signature, advisories: against }];
    }),
  );
}

/** Words of a registry: shown, and never decided by. */
function toAdvisory(entry: JsonObject): ToolAdvisory {
  const severity = textAt(entry, 'severity') as AdvisorySeverity;
  const unaffected = textAt(entry, 'unaffectedVersion');
  const unaffectedVersion = unaffected === '' ? null : unaffected;
  return { id: textAt(entry, 'id'), severity, summary: textAt(entry, 'summary'), unaffectedVersion };
}

function objectAt(value: JsonObject, name: string): JsonObject {
  const found = member(value, name);
  return found !== undefined && isJsonObject(found) ? found : {};
}

function objectsIn(value: JsonObject, name: string): JsonObject[] {
  const found: Json | undefined = member(value, name);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

function textsIn(value: JsonObject, name: string): string[] {
  const found: Json | undefined = member(value, name);
  return Array.isArray(found) ? found.filter(item => typeof item === 'string') : [];
}

function textAt(value: JsonObject, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}
