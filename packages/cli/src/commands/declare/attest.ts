import { type Command, Option } from 'commander';
import { addSources } from './add-sources.ts';
import { formatOption } from './options.ts';
import type { Run } from './run.ts';

/** Attestations: which package shows which tools. */
export function addAttestCommands(program: Command, run: Run): void {
  const attest = addSources(program.command('attest'))
    .description('sign which package shows which tools')
    .option('--package <spec>', 'the package: NAME@VERSION, pypi:NAME@VERSION, oci:IMAGE or FILE.mcpb')
    .option('--inside', 'make a bundle to ship inside the package, before it is published', false)
    .option('--superset', 'allow the server to show a part of this, for example depending on an account', false)
    .option('--key <file>', 'private key in PEM')
    .option('--cert <file>', 'certificate of the key, in PEM or DER')
    .option('--passphrase-file <file>', 'file with the passphrase of the key')
    .option('--keyless', 'sign with the identity of this CI job, without a key', false)
    .option(
      '--identity-token <file>',
      'file with the OIDC token, or - for standard input (default: that of the CI job)',
    )
    .option('--fulcio <url>', 'your own certificate authority (default: the public one)')
    .option('--rekor <url>', 'your own transparency log')
    .option('--tsa <url>', 'your own timestamp authority')
    .option('-o, --output <file>', 'write the bundle here (default: standard output)')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../attest.ts')).runAttest));

  addSources(attest.command('verify'))
    .usage('[options] <bundle> [-- COMMAND ARGUMENTS…]')
    .description('verify a bundle, and compare it with a live server')
    .argument('<bundle>', 'the bundle, or - for standard input')
    .option('--package <spec>', 'compare with this package, started from its registry')
    .addOption(
      new Option('--trust <files...>', 'certificates of authorities, or of signers, that you trust').conflicts([
        'publicKey',
        'identity',
      ]),
    )
    .option('--intermediate <files...>', 'certificates between signer and authority', [])
    .option('--crl <files...>', 'certificate revocation lists', [])
    .option('--revoked <files...>', 'revocation lists written by "toolmark revoke"', [])
    .addOption(
      new Option('--public-key <files...>', 'public keys or certificates that you trust').conflicts('identity'),
    )
    .option('--identity <words...>', 'issuer and subject of the Sigstore identity that you trust')
    .option('--trusted-root <file>', 'Sigstore trusted root; needed for --identity')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../attest-verify.ts')).runAttestVerify));
}
