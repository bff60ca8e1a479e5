import { remoteAddress } from '@toolmark/core';

/**
 * The command that logs in to a server, as a person can paste it. A config may come from a stranger: an address that a shell
 * would read as more than one word is put in quotes.
 */
export function loginCommand(url: string): string {
  const address = remoteAddress(url)?.text ?? '';
  // A secret part of the path is hashed in the address, which is then not one that can be asked.
  if (address === '' || address.includes('sha256:')) return '"toolmark login" with the address of the server';
  const word = /^[\w:/.~%@+-]+$/.test(address) ? address : `'${address.replaceAll("'", '%27')}'`;
  return `toolmark login ${word}`;
}
