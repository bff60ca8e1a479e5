import type { Json, JsonObject } from '../base/index.ts';
import { ANY_NAME, type NameOptions, type NamePolicy, type Preset, parseNamePolicy } from './name-policy.ts';
import { malformed, readOption, readOptions } from './read-option.ts';

/** How untrusted names and texts are cleaned: the member `metadata` of a policy file, complete (docs/spec/policy.md). */
export interface MetadataPolicy {
  /** In code points, including the marker; null for no cap. */
  readonly maxDescriptionLength: number | null;
  readonly stripControlChars: boolean;
  readonly normalizeWhitespace: boolean;
  /** Whether descriptions keep their lines, lists and code blocks, or become one line. */
  readonly lineBreaks: 'keep' | 'flatten';
  /** `placeholder` removes all prose of the server. */
  readonly descriptionMode: 'server' | 'placeholder';
  readonly names: NamePolicy;
}

/** A policy with optional members. */
export interface MetadataOptions extends Partial<Omit<MetadataPolicy, 'names'>> {
  readonly names?: NameOptions;
}

/** Predefined policies. */
export const MetadataPolicy = {
  /** The defaults of a policy file. */
  defaults: (): MetadataPolicy => parseMetadataPolicy(),
  /** Changes nothing: an explicit choice to trust the server. */
  permissive: (): MetadataPolicy => ({
    maxDescriptionLength: null,
    stripControlChars: false,
    normalizeWhitespace: false,
    lineBreaks: 'keep',
    descriptionMode: 'server',
    names: parseNamePolicy({ pattern: ANY_NAME, maxLength: Number.MAX_SAFE_INTEGER }),
  }),
  /** The defaults, with the naming scheme of a client. */
  preset: (preset: Preset): MetadataPolicy => parseMetadataPolicy({ names: { preset } }),
} as const;

const MEMBERS = [
  ...['maxDescriptionLength', 'stripControlChars', 'normalizeWhitespace', 'lineBreaks', 'descriptionMode'],
  'names',
];
const DEFAULT_CAP = 2000;

/** The member `metadata` of a policy with the defaults filled in; throws `policy.malformed`. */
export function parseMetadataPolicy(metadata?: JsonObject): MetadataPolicy {
  const options = readOptions(metadata, 'metadata', MEMBERS);
  return { ...parseTexts(options), names: parseNamePolicy(options.names) };
}

function parseTexts(options: JsonObject): Omit<MetadataPolicy, 'names'> {
  const descriptionMode = readOption(options, 'descriptionMode', 'server', 'server or placeholder', isMode);
  return { ...parseTextPolicy(options), descriptionMode };
}

/** Checks everything but `names`, which `checkNamePolicy` checks. Throws `policy.malformed`. */
export function checkPolicy(policy: MetadataPolicy): MetadataPolicy {
  if (typeof policy !== 'object' || policy === null) throw malformed('metadata', 'an object');
  return { ...parseTexts({ ...policy, names: null }), names: policy.names };
}

/** The policy for a single text. */
export type TextPolicy = Omit<MetadataPolicy, 'descriptionMode' | 'names'>;

/** Fills in the defaults, so that a missing member never means "off". */
export function parseTextPolicy(options: JsonObject): TextPolicy {
  const flag = (key: string): boolean => readOption(options, key, true, 'true or false', isBoolean);
  return {
    maxDescriptionLength: readOption<number | null>(
      options,
      'maxDescriptionLength',
      DEFAULT_CAP,
      'a whole number from 1, or null',
      isCap,
    ),
    stripControlChars: flag('stripControlChars'),
    normalizeWhitespace: flag('normalizeWhitespace'),
    lineBreaks: readOption(options, 'lineBreaks', 'keep', 'keep or flatten', isLineBreaks),
  };
}

function isBoolean(value: Json): value is boolean {
  return typeof value === 'boolean';
}

function isCap(value: Json): value is number | null {
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 1);
}

function isLineBreaks(value: Json): value is 'keep' | 'flatten' {
  return value === 'keep' || value === 'flatten';
}

function isMode(value: Json): value is 'server' | 'placeholder' {
  return value === 'server' || value === 'placeholder';
}
