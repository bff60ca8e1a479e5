import { createPrivateKey, type KeyObject } from 'node:crypto';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';

export interface PassphraseSource {
  /** A file whose first line is the passphrase. */
  readonly passphraseFile?: string;
}

/** A private key in PEM. A protected one asks for its passphrase: from the file given, or on the terminal. */
export async function readKey(file: string, source: PassphraseSource, io: Io): Promise<KeyObject> {
  const pem = new TextDecoder('latin1').decode(readFile(file, io, 64 * 1024));
  if (!pem.includes('PRIVATE KEY')) {
    throw new ToolmarkError('key.malformed', `${quoteInert(file)} holds no private key in PEM.`);
  }
  const isProtected = pem.includes('ENCRYPTED');
  const passphrase = isProtected ? await askPassphrase(`Passphrase of ${quoteInert(file)}`, source, io) : undefined;
  try {
    return createPrivateKey(passphrase === undefined ? { key: pem } : { key: pem, passphrase });
  } catch (cause) {
    const reason = isProtected ? 'the passphrase is wrong, or it is damaged' : 'it is damaged';
    throw new ToolmarkError('key.malformed', `${quoteInert(file)} cannot be read as a key: ${reason}.`, { cause });
  }
}

/** A passphrase from a file, or from a person; never from an argument, where other users of the machine could read it. */
export async function askPassphrase(message: string, source: PassphraseSource, io: Io): Promise<string> {
  if (source.passphraseFile !== undefined) {
    const text = new TextDecoder().decode(readFile(source.passphraseFile, io, 4096));
    const [line = ''] = text.split(/\r?\n/);
    if (line !== '') return line;
    throw new ToolmarkError('key.no-passphrase', `${quoteInert(source.passphraseFile)} holds no passphrase.`);
  }
  if (!io.isInteractive) {
    throw new ToolmarkError('key.no-passphrase', 'A passphrase is needed. Give a file with --passphrase-file.');
  }
  const { promptPassphrase } = await import('./passphrase-prompt.ts');
  const given = await promptPassphrase(message);
  if (given === undefined) throw new ToolmarkError('key.no-passphrase', 'No passphrase was given.');
  return given;
}
