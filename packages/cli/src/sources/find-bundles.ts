import path from 'node:path';
import type { Client } from '@toolmark/client';
import {
  type Digest,
  inert,
  isJsonObject,
  type Json,
  member,
  readJson,
  ToolmarkError,
  writeJson,
} from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';

/** Where attestations of a server may be, beside the registry. No place is trusted. */
export interface BundlePlaces {
  /** `dev.toolmark/attestation` of the handshake result. */
  readonly attestation?: Json;
  /** The root of the package that runs. */
  readonly folder?: string;
  /** Files that were named: bundles, lists of them, or `server.json` files. */
  readonly files: readonly string[];
  readonly registry?: Pick<Client, 'findAttestations'>;
  /** What the registry is asked for. */
  readonly surface?: Digest;
  readonly package?: string;
}

/** The name of the file in a package. */
const FILE = 'toolmark.attestation.json';
const PROVIDED = 'io.modelcontextprotocol.registry/publisher-provided';
const MAX_LIST = 8;
const MAX_BYTES = 8 * 1024 * 1024;

/** All bundles of a server in the order of docs/spec/attestation.md, section 4. */
export async function findBundles(places: BundlePlaces, io: Io): Promise<Uint8Array[]> {
  const { attestation, folder, files } = places;
  return [
    ...bundlesIn(attestation),
    ...(folder === undefined ? [] : bundlesIn(tryRead(path.join(folder, FILE), io))),
    ...files.flatMap(file => bundlesOf(readValue(file, io))),
    ...(await fromRegistry(places, io)),
  ];
}

/** A bundle, or a list of them. What it is not is found out when it is verified. */
function bundlesIn(value: Json | undefined): Uint8Array[] {
  const list = Array.isArray(value) ? value.slice(0, MAX_LIST) : [value];
  return list.filter(one => one !== undefined && isJsonObject(one)).map(one => Buffer.from(writeJson(one)));
}

/** The bundles of a file that was named, which may be a `server.json`. */
function bundlesOf(value: Json): Uint8Array[] {
  const meta = isJsonObject(value) ? member(value, '_meta') : undefined;
  const provided = isJsonObject(meta) ? member(meta, PROVIDED) : undefined;
  return bundlesIn(isJsonObject(provided) ? member(provided, 'dev.toolmark/attestations') : value);
}

function readValue(file: string, io: Io): Json {
  return readJson(readFile(file, io, MAX_BYTES), { maxBytes: MAX_BYTES });
}

/** Most packages have no such file, and one that cannot be read proves nothing. */
function tryRead(file: string, io: Io): Json | undefined {
  try {
    return readValue(file, io);
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}

/** A registry that does not answer is reported, and proves nothing. */
async function fromRegistry({ registry, surface, package: name }: BundlePlaces, io: Io): Promise<Uint8Array[]> {
  if (registry === undefined) return [];
  const queries = [...(surface === undefined ? [] : [{ surface }]), ...(name === undefined ? [] : [{ package: name }])];
  const found = new Map<string, Uint8Array>();
  try {
    for (const query of queries) {
      const { attestations } = await registry.findAttestations(query);
      for (const { digest, bundle } of attestations) found.set(digest, Buffer.from(writeJson(bundle)));
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    io.stderr(`The registry could not be asked for attestations: ${inert(error.message)}\n`);
  }
  return [...found.values()];
}
