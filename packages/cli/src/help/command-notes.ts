/** What the options of a command do not tell: one call of it, and what its exit codes mean. */
export interface CommandNote {
  readonly example: string;
  /** When it exits with 0. */
  readonly yes: string;
  /** When it exits with 1; some questions have no such answer. */
  readonly no?: string;
}

const REFUSED = 'the registry refuses';

/** By the path of the command, as in `policy test`. */
export const COMMAND_NOTES: ReadonlyMap<string, CommandNote> = new Map<string, CommandNote>([
  ['validate', { example: 'validate tool.json', yes: 'everything is valid', no: 'something is not' }],
  ['digest', { example: 'digest tools.json --format json', yes: 'digests printed' }],
  [
    'scan',
    {
      example: 'scan --config .mcp.json --fail-on review',
      yes: 'no findings of that tier',
      no: 'findings',
    },
  ],
  ['init', { example: 'init --name search_invoices --yes', yes: 'the files are written', no: 'cancelled' }],
  ['doctor', { example: 'doctor', yes: 'all checks passed', no: 'a check failed' }],
  ['convert', { example: 'convert entry.json --to upstream -o server.json', yes: 'it was converted' }],
  ['describe', { example: 'describe --as com.example/weather -- node server.js', yes: 'it was described' }],
  ['keygen', { example: 'keygen --subject "Ada Lovelace" --out ada', yes: 'both files are written' }],
  [
    'sign',
    {
      example: 'sign tool.json --key ada/key.pem --cert ada/certificate.pem',
      yes: 'it is signed',
      no: 'it breaks rules',
    },
  ],
  ['verify', { example: 'verify tool.json --trust root/certificate.pem', yes: 'trusted', no: 'any other outcome' }],
  [
    'attest',
    {
      example: 'attest --package @acme/weather@1.2.3 --keyless -o toolmark.attestation.json',
      yes: 'it is attested',
    },
  ],
  [
    'attest verify',
    {
      example: 'attest verify toolmark.attestation.json --public-key ada.pem',
      yes: 'trusted, and the server shows what it says',
      no: 'any other outcome',
    },
  ],
  [
    'submit',
    {
      example: 'submit tool.json --key ada/key.pem --cert ada/certificate.pem',
      yes: 'it is published',
      no: 'it is not valid, its signature is not trusted, or the registry refuses',
    },
  ],
  ['revoke', { example: 'revoke ada/certificate.pem --list revoked.json', yes: 'the list is written' }],
  ['lock', { example: 'lock -- node server.js', yes: 'the lock is up to date', no: 'changes not accepted' }],
  [
    'check',
    {
      example: 'check --report sarif=check.sarif',
      yes: 'no failing drift',
      no: 'failing drift',
    },
  ],
  ['diff', { example: 'diff old.lock.json toolmark.lock.json', yes: 'they match', no: 'they differ' }],
  ['snapshot', { example: 'snapshot -o server.snapshot.json -- node server.js', yes: 'it was taken' }],
  ['policy test', { example: 'policy test calls.yaml', yes: 'all decisions as expected', no: 'some differ' }],
  ['policy explain', { example: 'policy explain --tool delete_file', yes: 'it was explained' }],
  ['guard', { example: 'guard --audit audit.jsonl -- node server.js', yes: 'the client disconnected' }],
  [
    'run',
    {
      example: 'run memory -- --verbose',
      yes: 'the server ended with 0; its other exit codes are passed on, and 2 with a code means that it was not started',
    },
  ],
  ['store list', { example: 'store list', yes: 'the list is printed' }],
  ['store verify', { example: 'store verify', yes: 'every file is as it was installed', no: 'a file was changed' }],
  ['store prune', { example: 'store prune --older-than 90d', yes: 'unused packages are removed' }],
  [
    'vulnerabilities',
    {
      example: 'vulnerabilities',
      yes: 'no known vulnerability',
      no: 'a package or tool has a known vulnerability',
    },
  ],
  ['audit verify', { example: 'audit verify audit.jsonl', yes: 'the log is intact', no: 'it is not' }],
  ['audit show', { example: 'audit show audit.jsonl --decision deny', yes: 'the log is intact', no: 'it is not' }],
  [
    'install',
    {
      example: 'install cursor --dry-run',
      yes: 'every server is behind the guard',
      no: 'one is not, or changes not accepted',
    },
  ],
  ['reputation', { example: 'reputation evidence.json', yes: 'the scores are printed' }],
  ['serve', { example: 'serve --port 8484 --data ./toolmark-data', yes: 'stopped' }],
  [
    'publish',
    {
      example: 'publish server.json --attestation toolmark.attestation.json --ci',
      yes: 'it is published',
      no: REFUSED,
    },
  ],
  [
    'status',
    {
      example: 'status search_invoices 1.0.0 deprecated --reason "Use 2.0."',
      yes: 'the status is set',
      no: REFUSED,
    },
  ],
  ['login', { example: 'login https://mcp.example/mcp', yes: 'logged in' }],
  [
    'logout',
    {
      example: 'logout https://mcp.example/mcp',
      yes: 'the tokens are removed, and revoked if that is offered',
      no: 'they are removed, but not known to be revoked',
    },
  ],
  ['search', { example: 'search invoices --max-risk medium', yes: 'results printed, even if none' }],
  ['list', { example: 'list --show-tools', yes: 'the list is printed' }],
  ['show', { example: 'show search_invoices@1.0.0', yes: 'it is shown', no: 'the registry does not show it' }],
  [
    'publisher',
    {
      example: 'publisher ada --name "Ada Lovelace" --cert ada/certificate.pem --token-out ada.token',
      yes: 'account shown or changed',
      no: REFUSED,
    },
  ],
  [
    'get',
    {
      example: 'get search_invoices@1.0.0 -o tool.json',
      yes: 'it is written, verified',
      no: 'it is not there, or does not verify',
    },
  ],
  [
    'access',
    {
      example: 'access search_invoices --visibility private --grant bob',
      yes: 'access listed or changed',
      no: REFUSED,
    },
  ],
  ['advisory', { example: 'advisory', yes: 'advisories listed, shown or withdrawn', no: REFUSED }],
  ['events', { example: 'events --limit 10', yes: 'they are listed', no: REFUSED }],
  ['review', { example: 'review', yes: 'reviews listed or decided', no: REFUSED }],
  ['feedback', { example: 'feedback search_invoices --type positive_usage', yes: 'recorded', no: REFUSED }],
  ['import', { example: 'import documents.jsonl --unsigned', yes: 'all lines imported', no: 'some refused' }],
  ['registry backup', { example: 'registry backup registry.backup', yes: 'the file is written' }],
  ['registry restore', { example: 'registry restore registry.backup', yes: 'it is restored' }],
  [
    'registry sync',
    {
      example: 'registry sync --from https://registry.example',
      yes: 'all entries imported',
      no: 'some refused',
    },
  ],
  ['registry rebuild', { example: 'registry rebuild', yes: 'it is rebuilt' }],
  ['completion', { example: 'completion bash', yes: 'the script is printed' }],
  ['help', { example: 'help exit-codes', yes: 'the help is printed' }],
]);
