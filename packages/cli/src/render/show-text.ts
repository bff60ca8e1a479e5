import type { RegisteredTool, VersionFacts } from '@toolmark/client';
import { FLAGS, isJsonObject, type JsonObject, member, metadataOfMcpTool } from '@toolmark/core';
import { effectiveFlags, type RiskAssessment } from '@toolmark/core/formats';
import type { ReputationParts } from '@toolmark/core/registry';
import { advisorySentence } from './advisory-words.ts';
import { objectAt, textAt, textsAt } from './json-members.ts';
import { formatTable } from './table.ts';

/** Everything needed to decide whether to use a tool. */
export interface ShownTool extends RegisteredTool {
  readonly risk: RiskAssessment;
  /** The newest first. */
  readonly versions: readonly VersionFacts[];
}

/** Owner, warnings, capabilities and version history. */
export function formatTool(tool: ShownTool): string {
  const { document, definition = {}, registry } = tool;
  const described = objectAt(document, 'tool') ?? definition;
  return formatTable([
    ...identityRows(tool, described),
    ...trustRows(tool),
    ...(document === undefined ? [] : accessRows(described)),
    ['flags', flagsOf(document, described)],
    ...named('parameters', parameterLines(objectAt(described, document === undefined ? 'inputSchema' : 'parameters'))),
    ...named('risk', riskLines(tool, described)),
    ['visibility', registry.visibility],
    ['digest', registry.digest],
    ['tool digest', registry.toolDigest],
    ...named('history', historyLines(tool)),
  ]);
}

function identityRows({ registry }: ShownTool, described: JsonObject): string[][] {
  const author = objectAt(described, 'author');
  return [
    ['name', registry.name],
    ['version', registry.version],
    ['description', textAt(described, 'description')],
    ['publisher', registry.publisher],
    ...(author === undefined ? [] : [['author', authorOf(author)]]),
    ...(registry.server === undefined ? [] : [['server', registry.server]]),
  ];
}

function authorOf(author: JsonObject): string {
  const organization = textAt(author, 'organization');
  return `${textAt(author, 'name')} <${textAt(author, 'email')}>${organization === '' ? '' : `, ${organization}`}`;
}

/** Newer registries may add parts. */
const PARTS = ['author', 'feedback', 'usage', 'security'] as const satisfies readonly (keyof ReputationParts)[];

function trustRows({ registry }: ShownTool): string[][] {
  const { score, parts } = registry.reputation;
  const made = PARTS.map(part => `${part} ${parts[part].toFixed(2)}`);
  const status = registry.reason === null ? registry.status : `${registry.status}: ${registry.reason}`;
  const advisories = registry.advisories.map(advisorySentence);
  return [
    ['status', registry.held ? 'held for review of its name' : status],
    ...named('advisories', advisories.length === 0 ? ['none'] : advisories),
    ['signature', signatureOf(registry.verification)],
    ['reputation', `${score.toFixed(2)}  (${made.join(', ')})`],
    ['downloads', String(registry.downloads)],
    ['registered', registry.registeredAt],
  ];
}

function signatureOf(verification: JsonObject): string {
  const outcome = textAt(verification, 'outcome');
  const subject = textAt(objectAt(verification, 'signer'), 'subject');
  return subject === '' ? outcome : `${outcome}, by ${subject}`;
}

function accessRows(described: JsonObject): string[][] {
  const security = objectAt(described, 'security') ?? {};
  return [
    ['capabilities', textsAt(described, 'capabilities').join(', ') || 'none'],
    ['permissions', textsAt(security, 'required_permissions').join(', ') || 'none'],
    ['network', withPlaces(textAt(security, 'network_access'), textsAt(security, 'allowed_domains'))],
    ['files', withPlaces(textAt(security, 'file_access'), textsAt(security, 'allowed_paths'))],
    ['sandbox', member(security, 'sandboxing_required') === true ? 'required' : 'not required'],
  ];
}

function withPlaces(access: string, places: readonly string[]): string {
  return places.length === 0 ? access : `${access}: ${places.join(', ')}`;
}

/** Undeclared flags have the MCP defaults and are marked. */
function flagsOf(document: JsonObject | undefined, described: JsonObject): string {
  const declared =
    document === undefined
      ? metadataOfMcpTool({ name: '', ...described })?.metadata.behavior
      : objectAt(objectAt(described, 'metadata'), 'behavior');
  const known = FLAGS.filter(({ flag }) => typeof declared?.[flag] === 'boolean');
  const flags = effectiveFlags(Object.fromEntries(known.map(({ flag }) => [flag, declared?.[flag] as boolean])));
  return FLAGS.map(({ flag }) => {
    const { value, declared: isDeclared } = flags[flag];
    return `${value ? '' : 'not '}${flag.replace('_', '-')}${isDeclared ? '' : ' (assumed)'}`;
  }).join(', ');
}

function parameterLines(schema: JsonObject | undefined): string[] {
  const properties = Object.entries(objectAt(schema, 'properties') ?? {});
  const required = textsAt(schema, 'required');
  if (properties.length === 0) return ['none'];
  return properties.map(([name, property]) => {
    const declared = isJsonObject(property) ? property : {};
    const type = member(declared, 'type');
    const facts = [...[type ?? []].flat().map(String), ...(required.includes(name) ? ['required'] : [])];
    const description = textAt(declared, 'description');
    return `${name}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${description === '' ? '' : `: ${description}`}`;
  });
}

function riskLines({ risk }: ShownTool, described: JsonObject): string[] {
  const declared = textAt(objectAt(described, 'security'), 'risk_level');
  const verdict =
    declared === '' ? `${risk.level}, as assessed` : `${declared}, as declared; ${risk.level}, as assessed`;
  return [verdict, ...risk.reasons.map(({ level, message }) => `${level}: ${message}`)];
}

const NEWEST = 10;

function historyLines({ versions }: ShownTool): string[] {
  const older = versions.length - NEWEST;
  return [
    ...versions.slice(0, NEWEST).map(({ version, status, publishedAt, publisher, reason }) => {
      return `${version}  ${status}  ${publishedAt}, by ${publisher}${reason === null ? '' : `: ${reason}`}`;
    }),
    ...(older > 0 ? [`${older} older; --versions lists all`] : []),
  ];
}

/** Rows under one name. */
function named(name: string, lines: readonly string[]): string[][] {
  return lines.map((line, index) => [index === 0 ? name : '', line]);
}
