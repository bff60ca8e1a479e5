import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { ZipEntry } from './zip-entries.ts';

const MAX_NAME_BYTES = 1_024;
const MAX_SEGMENT_BYTES = 255;

/** File types in the mode: what is neither a file nor a folder could lead out of the folder. */
const TYPE = 0o170000;
const TYPES = { none: 0, file: 0o100000, folder: 0o040000 } as const;

/** Refuses names that mean another place, or one place twice, on any system. Throws `mcpb.unsafe-path`. */
export function checkNames(entries: readonly ZipEntry[]): void {
  const kinds = new Map<string, 'file' | 'folder'>();
  for (const entry of entries) {
    const problem = findProblem(entry) ?? claim(entry.name, kinds);
    if (problem !== undefined) throw unsafe(entry.name, problem);
  }
}

function findProblem({ name, mode, bytes }: ZipEntry): string | undefined {
  const isFolder = name.endsWith('/');
  const segments = (isFolder ? name.slice(0, -1) : name).split('/');
  const type = mode & TYPE;
  if (type !== TYPES.none && type !== (isFolder ? TYPES.folder : TYPES.file)) return 'is a link or a special file';
  if (isFolder && bytes > 0) return 'is a folder with content';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return 'is too long';
  return segments.map(findSegmentProblem).find(problem => problem !== undefined);
}

function findSegmentProblem(segment: string): string | undefined {
  if (segment === '' || segment === '.' || segment === '..') return 'leaves the folder, or has an empty part';
  if (/[\\:]/.test(segment)) return 'has a backslash or a colon, which Windows takes for another place';
  if (/[\u0000-\u001f\u007f]/.test(segment)) return 'has a control character';
  if (/[. ]$/.test(segment)) return 'ends in a dot or a space, which Windows drops';
  return Buffer.byteLength(segment) > MAX_SEGMENT_BYTES ? 'is too long' : undefined;
}

/** Notes a name and the folders above it. Windows and macOS ignore case, and macOS how letters are composed. */
function claim(name: string, kinds: Map<string, 'file' | 'folder'>): string | undefined {
  const segments = fold(name.replace(/\/$/, '')).split('/');
  for (let length = 1; length < segments.length; length++) {
    const above = segments.slice(0, length).join('/');
    if (kinds.get(above) === 'file') return 'is below a file';
    kinds.set(above, 'folder');
  }
  const own = segments.join('/');
  const [before, kind] = [kinds.get(own), name.endsWith('/') ? ('folder' as const) : ('file' as const)];
  if (before !== undefined && (before === 'file' || kind === 'file'))
    return 'is there twice, on systems that ignore case';
  kinds.set(own, kind);
  return undefined;
}

function fold(name: string): string {
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD');
}

function unsafe(name: string, problem: string): ToolmarkError {
  const message = `${quoteInert(name)} in the bundle ${problem}. It is not unpacked. Report it to its author.`;
  return new ToolmarkError('mcpb.unsafe-path', message);
}
