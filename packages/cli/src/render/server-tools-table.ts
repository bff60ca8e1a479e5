import type { ServerEntry } from '@toolmark/client';
import { FLAGS, isJsonObject, type JsonObject, type McpTool } from '@toolmark/core';
import {
  flagsOfHints,
  parseServerJson,
  toolNamesOfServer,
  toolPointersOfServer,
  toolsOfServer,
} from '@toolmark/core/formats';
import type { ToolAdvisory } from '@toolmark/core/registry';
import type { AdvisorySeverity } from '@toolmark/core/sign';
import { objectAt, objectsAt, textAt, textsAt } from './json-members.ts';

/** The tools of a server as rows: name, declared hints, first line of the description. */
export function serverToolRows({ server }: ServerEntry): string[][] {
  const parsed = parseServerJson(server).server;
  const rows = toolsOfServer(parsed).map(({ definition }) => [
    ...[definition.name, hintsOf(definition), firstLine(definition.description ?? '')],
  ]);
  const named = toolNamesOfServer(parsed).map(name => [name, '-', '(no definition)']);
  const pointers = toolPointersOfServer(parsed).map(({ tools, url = '' }) => [`${tools} tools elsewhere`, '', url]);
  return [...rows, ...named, ...pointers];
}

/** Declared hints only; MCP assumes the worst for the rest. */
function hintsOf({ annotations }: McpTool): string {
  if (!isJsonObject(annotations)) return '-';
  const declared = flagsOfHints(annotations);
  const words = FLAGS.flatMap(({ flag }) => {
    const value = declared[flag];
    return value === undefined ? [] : [`${value ? '' : 'not '}${flag.replace('_', '-')}`];
  });
  return words.length === 0 ? '-' : words.join(', ');
}

function firstLine(text: string): string {
  const line = text.trim().split(/[\r\n\u2028\u2029]/, 1)[0] ?? '';
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}

const OWN = 'dev.toolmark/registry';

/** What a Toolmark registry adds to a tool definition. */
export interface ServerToolFacts {
  readonly status: string;
  readonly signature: 'trusted' | 'unsigned';
  readonly advisories: readonly ToolAdvisory[];
}

/** Status, signature and advisories by tool name; undefined for entries of other registries. */
export function serverToolFacts({ server, _meta }: ServerEntry): ReadonlyMap<string, ServerToolFacts> | undefined {
  const own = objectAt(_meta, OWN);
  if (own === undefined) return undefined;
  const signed = textsAt(objectAt(own, 'verification'), 'signedTools');
  const advisories = objectsAt(own, 'advisories');
  return new Map(
    objectsAt(own, 'tools').map(tool => {
      const name = textAt(tool, 'name');
      const fullName = `${textAt(server, 'name')}:${name}`;
      const against = advisories.filter(advisory => textAt(advisory, 'tool') === fullName).map(toAdvisory);
      const signature = signed.includes(name) ? 'trusted' : 'unsigned';
      return [name, { status: textAt(tool, 'status'), signature, advisories: against }];
    }),
  );
}

/** Only displayed, never used for decisions. */
function toAdvisory(entry: JsonObject): ToolAdvisory {
  const severity = textAt(entry, 'severity') as AdvisorySeverity;
  const unaffected = textAt(entry, 'unaffectedVersion');
  const unaffectedVersion = unaffected === '' ? null : unaffected;
  return { id: textAt(entry, 'id'), severity, summary: textAt(entry, 'summary'), unaffectedVersion };
}
