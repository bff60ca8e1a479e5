import { BitString } from 'asn1js';
import { AltName, BasicConstraints, type Extension, ExtKeyUsage, type GeneralName, NameConstraints } from 'pkijs';
import { ToolmarkError } from '../base/index.ts';

/** The extensions of a certificate that matter for a path. */
export interface Extensions {
  readonly isCa: boolean;
  readonly pathLength: number | undefined;
  /** The first byte of the bit string; undefined when the extension is absent. */
  readonly keyUsage: number | undefined;
  readonly extendedKeyUsage: readonly string[] | undefined;
  /** @internal */
  readonly altNames: readonly GeneralName[];
  /** @internal */
  readonly nameConstraints: NameConstraints | undefined;
  readonly unknownCritical: readonly string[];
}

export const KEY_USAGE = { digitalSignature: 0x80, keyCertSign: 0x04, cRLSign: 0x02 } as const;

const OID = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  altName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  policies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyId: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
} as const;

const UNDERSTOOD: ReadonlySet<string> = new Set(Object.values(OID));

/** Throws `certificate.malformed` for a repeated or malformed extension. */
export function readExtensions(extensions: readonly Extension[]): Extensions {
  const values = new Map(extensions.map(extension => [extension.extnID, parsed(extension)]));
  if (values.size < extensions.length) throw malformed('Duplicate extension.');
  const basic = expectType(values.get(OID.basicConstraints), BasicConstraints, 'basic constraints');
  const usage = expectType(values.get(OID.keyUsage), BitString, 'key usage');
  return {
    isCa: basic?.cA === true,
    pathLength: pathLengthOf(basic),
    keyUsage: usage === undefined ? undefined : (usage.valueBlock.valueHexView[0] ?? 0),
    extendedKeyUsage: expectType(values.get(OID.extendedKeyUsage), ExtKeyUsage, 'extended key usage')?.keyPurposes,
    altNames: expectType(values.get(OID.altName), AltName, 'alternative names')?.altNames ?? [],
    nameConstraints: expectType(values.get(OID.nameConstraints), NameConstraints, 'name constraints'),
    unknownCritical: extensions
      .filter(({ critical, extnID }) => critical && !UNDERSTOOD.has(extnID))
      .map(({ extnID }) => extnID),
  };
}

// pkijs turns an extension it cannot parse into an empty one with a note: empty name constraints constrain nothing.
function parsed(extension: Extension): unknown {
  const value = extension.parsedValue;
  if (!UNDERSTOOD.has(extension.extnID)) return undefined;
  if (value !== undefined && value.parsingError === undefined) return value;
  throw malformed(`The extension ${extension.extnID} cannot be read.`);
}

function expectType<T>(value: unknown, type: new (...args: never[]) => T, name: string): T | undefined {
  if (value === undefined || value instanceof type) return value;
  throw malformed(`The extension for ${name} is malformed.`);
}

function pathLengthOf(basic: BasicConstraints | undefined): number | undefined {
  const length = basic?.pathLenConstraint;
  if (length === undefined || (typeof length === 'number' && length >= 0)) return length;
  throw malformed('The path length is not a small number.');
}

function malformed(message: string): ToolmarkError {
  return new ToolmarkError('certificate.malformed', message);
}
