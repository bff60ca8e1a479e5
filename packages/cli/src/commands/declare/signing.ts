import { type Command, Option } from 'commander';
import { age, days, formatOption, nonEmpty } from './options.ts';
import type { Run } from './run.ts';

/** Keys, signatures, and trust that is given and taken back. */
export function addSigningCommands(program: Command, run: Run): void {
  program
    .command('keygen')
    .description('create a key and certificate')
    .requiredOption('--out <directory>', 'where to write key.pem and certificate.pem')
    .addOption(
      new Option('--type <type>', 'kind of key')
        .choices(['ed25519', 'ec-p256', 'ec-p384', 'rsa-3072'])
        .default('ed25519'),
    )
    .option('--subject <name>', 'subject of the certificate', nonEmpty, 'Toolmark signer')
    .option('--ca', 'create a certificate authority', false)
    .option('--issuer <file>', 'certificate of the issuing authority (default: self-signed)')
    .option('--issuer-key <file>', 'key of that authority')
    .option('--issuer-passphrase-file <file>', 'file with the passphrase of that key')
    .option('--days <days>', 'validity in days', days, 365)
    .option('--passphrase', 'protect the new key; asks for a passphrase', false)
    .option('--passphrase-file <file>', 'protect the new key with the passphrase in this file')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../keygen.ts')).runKeygen));

  program
    .command('sign')
    .description('sign a tool document')
    .argument('<file>', 'the document; it is replaced by the signed one unless -o is given')
    .requiredOption('--key <file>', 'private key in PEM')
    .requiredOption('--cert <file>', 'certificate in PEM or DER, with or without its intermediates')
    .option('--chain <files...>', 'intermediate certificates to include in the signature', [])
    .addOption(
      new Option('--profile <name>', 'what is signed')
        .choices(['toolmark', 'etdi-tool', 'etdi-document'])
        .default('toolmark'),
    )
    .option('--passphrase-file <file>', 'file with the passphrase of the key')
    .option('--policy <file>', 'policy file with waivers')
    .option('--force', 'sign despite rule errors', false)
    .option('-o, --output <file>', 'write the signed document here')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../sign.ts')).runSign));

  program
    .command('verify')
    .description('verify a signature and its certificate chain')
    .argument('<file>', 'the document, or - for standard input')
    .option('--trust <files...>', 'certificates of authorities, or of signers, that you trust', [])
    .option('--intermediate <files...>', 'certificates between signer and authority', [])
    .option('--crl <files...>', 'certificate revocation lists', [])
    .option('--pin <digests...>', 'signers you trust, by digest of certificate or public key', [])
    .option('--revoked <files...>', 'revocation lists written by "toolmark revoke"', [])
    .option('--require-crl', 'refuse where no current CRL speaks about a certificate', false)
    .option('--at <time>', 'judge as of this time')
    .option('--max-age <age>', 'refuse signatures older than this, such as 90d, 12h or 30m; days without a unit', age)
    .addOption(
      new Option('--require <profile>', 'accept only signatures over the whole document').choices(['toolmark']),
    )
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../verify.ts')).runVerify));

  program
    .command('revoke')
    .description('add certificates to a revocation list or CRL')
    .argument('<certificates...>', 'certificates in PEM or DER')
    .requiredOption('--list <file>', 'revocation list to write or extend')
    .option('--reason <reason>', 'why, in the words of RFC 5280, such as key-compromise', 'unspecified')
    .option('--whole-key', 'name the key alone, and no certificate', false)
    .option('--keep-key', 'leave other certificates of the same key valid, as after a renewal', false)
    .option('--crl <file>', 'CRL to write or extend; needs the issuer and its key')
    .option('--issuer <file>', 'certificate of the authority')
    .option('--issuer-key <file>', 'key of the authority')
    .option('--issuer-passphrase-file <file>', 'file with the passphrase of that key')
    .option('--days <days>', 'how long the CRL is current', days, 30)
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../revoke.ts')).runRevoke));
}
