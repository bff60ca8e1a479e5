import { type Command, Option } from 'commander';

/** Where attestations are looked for, and what they are verified with. */
export function addUpdates(command: Command, { hasRegistry = false, hasTrustedRoot = false } = {}): Command {
  if (!hasRegistry)
    command.option('--registry <url>', 'look in this registry for attestations of the locked publisher');
  command.option('--attestation <files...>', 'bundles of the locked publisher, or server.json files with them', []);
  if (!hasTrustedRoot)
    command.option('--trusted-root <file>', 'Sigstore trusted root; needed if a publisher is a Sigstore identity');
  return command
    .addOption(new Option('--crl <files...>', 'certificate revocation lists for publishers').default([]))
    .addOption(new Option('--revoked <files...>', 'revocation lists written by "toolmark revoke"').default([]));
}
