import type { AttestationFacts, Client, ServerEntry } from '@toolmark/client';
import { inert } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatAdded } from '../render/attestation-text.ts';
import { textAt } from '../render/json-members.ts';
import { formatJson } from '../render/print-json.ts';
import { refusedByRegistry } from '../render/refused-by-registry.ts';
import { openPublishingClient, type PublishingArguments } from '../sources/open-publishing-client.ts';

export interface PublishServerArguments extends PublishingArguments {
  /** Bundles about the server. */
  readonly attestation: readonly string[];
}

/** A version of a server. */
interface Place {
  readonly name: string;
  readonly version: string;
}

/** Publishes an entry of the MCP Registry, and the bundles about it. */
export async function publishServer(source: Uint8Array, given: PublishServerArguments, io: Io): Promise<number> {
  const bundles = readBundles(given, io);
  const client = await openPublishingClient(given, io);
  let published: ServerEntry | undefined;
  try {
    published = await client.publishServer(source);
    const added = await addAll(client, placeOf(published), bundles);
    const json = added.length === 0 ? published : { ...published, attestations: added };
    const text = `${formatPlace(placeOf(published))}  published\n${added.map(formatAdded).join('')}`;
    io.out(given.format === 'json' ? formatJson(json) : text);
    return EXIT.yes;
  } catch (error) {
    if (published !== undefined) io.stderr(`${formatPlace(placeOf(published))} is published. Not all bundles are.\n`);
    return refusedByRegistry(error, given.format, io);
  }
}

/** Adds bundles to an entry that is published already. */
export async function attestServer(place: Place, given: PublishServerArguments, io: Io): Promise<number> {
  const bundles = readBundles(given, io);
  const client = await openPublishingClient(given, io);
  try {
    const added = await addAll(client, place, bundles);
    io.out(given.format === 'json' ? formatJson({ attestations: added }) : added.map(formatAdded).join(''));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

/** `NAME@VERSION` of a server; undefined for what must be a file. */
export function placeIn(text: string): Place | undefined {
  const [, name, version] = /^([a-z0-9][a-z0-9.-]*\/[\w.-]+)@([^/@\s]+)$/i.exec(text) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
}

/** Before anything is published: a file that is not there must not leave an entry without its bundle. */
function readBundles({ attestation }: PublishServerArguments, io: Io): Uint8Array[] {
  return attestation.map(file => readFile(file, io, 1024 * 1024));
}

async function addAll(client: Client, { name, version }: Place, bundles: readonly Uint8Array[]) {
  const added: AttestationFacts[] = [];
  for (const bundle of bundles) added.push(await client.addAttestation(name, version, bundle));
  return added;
}

function placeOf({ server }: ServerEntry): Place {
  return { name: textAt(server, 'name'), version: textAt(server, 'version') };
}

function formatPlace({ name, version }: Place): string {
  return `${inert(name)} ${inert(version)}`;
}
