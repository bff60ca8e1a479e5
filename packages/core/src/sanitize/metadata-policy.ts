import type { Json, JsonObject } from '../base/index.ts';
import { ANY_NAME, type NameOptions, type NamePolicy, type Preset, parseNamePolicy } from './name-policy.ts';
import { malformed, readOption, readOptions } from './read-option.ts';

/** How untrusted names and texts are cleaned: the member `metadata` of a policy file, complete (docs/spec/policy.md). */
export interface MetadataPolicy {
  /** In code points, with the marker inside; null for no cap. */
  readonly maxDescriptionLength: number | null;
  readonly stripControlChars: boolean;
  readonly normalizeWhitespace: boolean;
  /** Whether normalised descriptions keep their lines, lists and code blocks, or become one line. */
  readonly lineBreaks: 'keep' | 'flatten';
  /** `placeholder` lets no prose of the server through. */
  readonly descriptionMode: 'server' | 'placeholder';
  readonly names: NamePolicy;
}

/** A policy as a program or a file writes it: what it leaves out has its default. */
export interface MetadataOptions extends Partial<Omit<MetadataPolicy, 'names'>> {
  readonly names?: NameOptions;
}

/** Policies to begin with. */
export const MetadataPolicy = {
  /** What holds where a policy file is silent. */
  defaults: (): MetadataPolicy => parseMetadataPolicy(),
  /** Everything as the server wrote it: an explicit choice to trust its text. */
  permissive: (): MetadataPolicy => ({
    maxDescriptionLength: null,
    stripControlChars: false,
    normalizeWhitespace: false,
    lineBreaks: 'keep',
    descriptionMode: 'server',
    names: parseNamePolicy({ pattern: ANY_NAME, maxLength: Number.MAX_SAFE_INTEGER }),
  }),
  /** The defaults, with names as a well-known client makes them. */
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
  return {
    ...parseTextPolicy(options),
    descriptionMode: readOption(options, 'descriptionMode', 'server', 'server or placeholder', isMode),
    names: parseNamePolicy(options.names),
  };
}

/** A policy for all that is not a name; `names` is checked by whoever makes names. Throws `policy.malformed`. */
export function checkPolicy(policy: MetadataPolicy): MetadataPolicy {
  if (typeof policy !== 'object' || policy === null) throw malformed('metadata', 'an object');
  if (isSame(policy, lastChecked)) return lastChecked;
  lastChecked = complete(policy);
  return lastChecked;
}

// One policy holds for tool after tool. What was asked for last is compared by value: a policy may be changed in between.
let lastChecked: MetadataPolicy | undefined;

function isSame(policy: MetadataPolicy, checked: MetadataPolicy | undefined): checked is MetadataPolicy {
  return (
    checked !== undefined &&
    policy.maxDescriptionLength === checked.maxDescriptionLength &&
    policy.stripControlChars === checked.stripControlChars &&
    policy.normalizeWhitespace === checked.normalizeWhitespace &&
    policy.lineBreaks === checked.lineBreaks &&
    policy.descriptionMode === checked.descriptionMode &&
    policy.names === checked.names
  );
}

function complete(policy: MetadataPolicy): MetadataPolicy {
  const options: JsonObject = { ...policy, names: null };
  const descriptionMode = readOption(options, 'descriptionMode', 'server', 'server or placeholder', isMode);
  return { ...parseTextPolicy(options), descriptionMode, names: policy.names };
}

/** What decides about a single text. */
export type TextPolicy = Omit<MetadataPolicy, 'descriptionMode' | 'names'>;

/** The same for single texts. A policy made by hand goes through it too: what it lacks must not mean "off". */
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
