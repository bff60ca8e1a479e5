export type { ChangeKind, CleanChange } from './change.ts';
export { cleanSnapshot } from './clean-snapshot.ts';
export { cleanText } from './clean-text.ts';
export { type CleanTool, cleanTool } from './clean-tool.ts';
export { type MetadataCode, MetadataError } from './metadata-error.ts';
export { type MetadataOptions, MetadataPolicy, parseMetadataPolicy } from './metadata-policy.ts';

export { type Collision, type NameTable, nameTools, type RemoteTool } from './name-tools.ts';
export { renderCatalogue } from './render-catalogue.ts';
export { restoreValues } from './restore-values.ts';
export { stripHidden } from './strip-hidden.ts';
export { walkHidden } from './walk-hidden.ts';
