/** One bit of `propertiesOf` for each property. */
export const IS = {
  defaultIgnorable: 1 << 4,
  /** Extended_Pictographic: what an emoji can begin with, digits and flags apart. */
  pictographic: 1 << 5,
  whiteSpace: 1 << 6,
  /** A letter or mark of a script that may need a joiner or non-joiner after it. */
  joining: 1 << 7,
  graphemeExtend: 1 << 8,
  /** Precedes the letter it belongs to. */
  prepend: 1 << 9,
  /** Ties two consonants into one cluster. */
  virama: 1 << 10,
  bidiControl: 1 << 11,
  /** Allowed in identifiers by UTS #39. */
  identifier: 1 << 12,
  variationSelector: 1 << 13,
  noncharacter: 1 << 14,
  /** A letter or mark of a script that writes words without spaces. */
  spaceless: 1 << 15,
} as const;
