export { closest, cutInert, inertJson, inertValue, skeleton, UNICODE_VERSION } from './base/index.ts';
export {
  type CleanChange,
  type CleanTool,
  type Collision,
  type MetadataCode,
  type MetadataOptions,
  type NameTable,
  type RemoteTool,
  restoreValues,
  stripHidden,
} from './sanitize/index.ts';
export {
  COMMANDS,
  type Decoded,
  decodeRuns,
  findHiddenCharacters,
  findMixedWord,
  findTwins,
  foldForeign,
  foldKey,
  type HiddenKind,
  withoutHidden,
} from './validate/index.ts';
