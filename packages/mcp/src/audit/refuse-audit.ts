import { quoteInert, ToolmarkError } from '@toolmark/core';

/** Why a log cannot be opened or written; whoever asked must deny. */
export function refuseAudit(code: string, file: string, why: string, cause?: unknown): ToolmarkError {
  return new ToolmarkError(`audit.${code}`, `The audit log ${quoteInert(file)} ${why}`, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'it would become too large',
  ELOOP: 'it is a link',
  ENXIO: 'it is a pipe or a device',
  EISDIR: 'it is a folder',
};

export function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return (code === undefined ? undefined : REASONS[code]) ?? code ?? message;
}
