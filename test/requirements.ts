/**
 * What users rely on. A promise is proven by the tests whose title names its id in brackets: the run fails when there is
 * none, or one of them does not pass. docs/security.md names promises by the same ids.
 */
export const REQUIREMENTS: Readonly<Record<string, string>> = {
  'action.no-commands': 'Text of a server cannot give commands to the runner of the GitHub Action.',
  'action.own-comment': 'The GitHub Action edits only comments that its own token wrote.',
  'action.own-identity':
    'The GitHub Action does not sign in a workflow of another owner, whose callers share one identity.',
  'action.pinned':
    'The GitHub Action uses other actions by commit, and installs no development dependencies and runs no install scripts.',
  'architecture.pure': 'Core does no I/O, and an import that breaks this is reported.',
  'audit.changed-byte': 'Any changed byte of an audit log is found and its record named.',
  'audit.cut': 'An audit log that was cut off anywhere is not whole.',
  'audit.full-disk': 'On a full disk a record fails whole, and the audit log stays whole.',
  'check.broken-server': 'A server that exits or hangs is reported as not checked, never as a match.',
  'cli.fault': 'An internal error exits with 2, and is JSON with --format json.',
  'client.bounded': 'A hostile registry cannot exhaust the memory of its clients.',
  'client.terminal': 'Nothing in a response of a hostile registry can control a terminal.',
  'client.token': 'A token is sent only over https or to this machine, and never after a redirect.',
  'connect.behind-guard':
    'After install, check, scan, lock, snapshot, describe and digest connect to the server behind the guard, and report that.',
  'connect.config-variables': 'A config that a pull request changes cannot hand the token of a CI runner to a server.',
  'connect.like-a-host': 'A server cannot tell our requests from those of a host on the MCP SDK.',
  'connect.one-answer': 'A server cannot send a response that Toolmark and a host on the MCP SDK read differently.',
  'connect.redirect': 'A redirect to another origin is refused, and no header reaches it.',
  'connect.unresolved-guard':
    'An entry that looks like a guard, and whose server cannot be determined, is an error; nothing is started for it.',
  'connect.withheld-variables':
    "Toolmark's own secrets and the command files and tokens of a CI runner reach no server that a command starts.",
  'drift.nothing-unseen': 'Any one thing changed, removed or added anywhere in a tool is reported.',
  'drift.unknown-members': 'An unknown member that appears in a tool is a critical change, whatever its value.',
  'guard.advisory':
    'A tool is denied from the moment its registry confirms an incident about it, and other tools are not.',
  'guard.advisory-outlasts':
    'An incident does not end because the registry is down, and a guard does not start before it has read the advisories once.',
  'guard.advisory-rollback': 'A registry or a proxy in front of it cannot withdraw advisories with an older list.',
  'guard.approval-bound':
    'An approval is valid for one call of one definition with these arguments. If the tool changes meanwhile, the call is refused.',
  'guard.approval-page':
    'The approval page escapes untrusted text, and only requests with its secret address can answer.',
  'guard.argument-defaults':
    'Rules see the defaults of omitted arguments. If the schema leaves a default open, the call is denied.',
  'guard.argument-twins':
    'A policy decides about the arguments that the server reads: spelling variants of a name are denied.',
  'guard.audit-first': 'A decision that cannot be logged does not take effect.',
  'guard.call-without-id': 'A call without an id never reaches a server.',
  'guard.change-during-call':
    'After a change or a restart, a request is judged by the new list. The result of a tool that changed during its call is withheld.',
  'guard.condition-error':
    'A condition that fails on the arguments of a call denies the call, whatever its rule would decide.',
  'guard.deny-only-tightens': 'Adding a rule that denies never permits more.',
  'guard.http-strangers': 'Over HTTP, requests with a foreign Host (DNS rebinding) are refused.',
  'guard.http-token': 'Without a token the guard listens only on addresses of this machine.',
  'guard.ids': 'Ids of the client never reach a server.',
  'guard.known-members': 'Responses to initialize and results reach the client with known members only.',
  'guard.linked-default':
    'By default a linked resource is refused, and the refusal names the policy setting that allows it.',
  'guard.linked-only':
    'A link allows only its own URI, for an hour, from one server, and only while the tool that named it is unchanged.',
  'guard.no-silence': 'What the guard cannot read is in its log: batches, unreadable JSON, other output of servers.',
  'guard.no-start':
    'The guard does not start without a valid lock, with an invalid policy, or with a server that is not in the lock.',
  'guard.nobody-to-ask': 'A call that needs approval is denied when no approver is available.',
  'guard.protocol-floor':
    'Below the lowest protocol version of a policy, the guard serves no client and uses no server.',
  'guard.reported':
    'Every tool that the guard withholds is reported on standard error with its reason, advisories included.',
  'guard.rug-pull': 'A tool that changed after it was locked is neither listed nor callable until it is approved.',
  'guard.shared-address': 'A URI that two servers offer is read from neither.',
  'guard.slow-start':
    'A client gets the locked tools of a server that is slow to start, in their last order; a changed tool is refused, and the client is notified.',
  'guard.stderr-apart':
    'Standard error of a server is never part of a response to a client, and each of its lines begins with the key of the server.',
  'guard.tasks-bound': 'A task is answered by the server of the call that began it, and by no other.',
  'guard.template-cost': 'A server cannot freeze the guard with many templates and long addresses.',
  'guard.template-places':
    'A URI of a locked template stays inside it for every URL parser, server and file system, in completions too.',
  'guard.unknown-methods':
    'A message that the table of messages does not know reaches neither side, and the log says so.',
  'guard.unlocked': 'A tool that is not locked is denied, whatever the policy says.',
  'guard.unpinned':
    'Pages of MCP Apps and files of skills, which a lock cannot pin, are neither listed nor read, nor delivered inside a result.',
  'install.no-code-in-guard':
    'A config entry cannot add code or settings to the guard that install puts in front of it.',
  'install.project-links': 'A project cannot make an install copy the secrets of a config outside of it.',
  'install.vouches-exactly':
    'Install calls an entry guarded only if it is what install would write now; another program, variable, mode, lock or policy is reported with exit code 1.',
  'intake.bounded': 'Nesting of 100,000 levels is refused by a limit and does not overflow the stack.',
  'intake.one-reading':
    'JSON that parsers read differently (duplicate keys, lone surrogates, NaN, invalid UTF-8) is refused with a code and a place, and other files are still reported.',
  'lock.address':
    'The lock entry of a remote server is not valid for the same tools at another address. A lock without addresses is reported.',
  'lock.concurrent-runs':
    'Runs of toolmark lock at the same time keep every entry, and the lock file of a killed run is taken over.',
  'lock.edited': 'A lock in which any digit of any digest was edited is refused.',
  'lock.refused': 'A lock that is missing, truncated or of another format exits with 2.',
  'lock.views':
    'A server that lists different tools to different kinds of clients is locked as all of them see it. Check is never clean if the guard would refuse one kind, and a kind that cannot be queried is reported.',
  'login.addresses':
    'A public server cannot make the login send requests to an internal address, and endless responses are cut off.',
  'login.file': 'A file of tokens that others may read is refused.',
  'login.issuer':
    'A server that names another issuer than the stored one is refused before any refresh, and both are printed.',
  'login.refresh-once':
    'Processes that refresh at the same time use a refresh token once, and a killed process leaves the old tokens.',
  'login.required':
    'A server that asks for a login is refused with the command to run; nothing is opened, and no authorization server is contacted.',
  'login.shown-token': 'A server that lists its access token is refused.',
  'login.state': 'An answer to another login is refused.',
  'output.inert': 'Nothing in a hostile tool can control a terminal, including refusals and audit records.',
  'policy.unknown-word': 'One unknown key or word refuses the whole policy, and all errors are reported.',
  'publish.near-names': 'A name one typo away from the name of another owner is detected.',
  'registry.crash': 'kill -9 at any moment loses no acknowledged publish (SQLite).',
  'registry.damaged-backup': 'A backup that was cut short or altered is refused, and nothing is left behind.',
  'registry.no-inner-addresses': 'No caller can make a registry send a request to an address that is not public.',
  'registry.one-claim': 'Of 50 first claims of one name at the same moment, one wins.',
  'registry.private': 'Private tools leak neither content nor existence.',
  'registry.reports-harmless': 'Reports of incidents change nothing before a person has confirmed them.',
  'registry.revoked':
    'A certificate that a registry revoked does not publish again, in another encoding or from another account.',
  'registry.tokens':
    'A token that is wrong, expired, revoked or of a suspended account grants nothing, and does not lock out right ones.',
  'registry.attestations':
    'A registry shows an attestation only if a signer that is known for the server made it about a package or remote of the entry.',
  'registry.trusted-publishing':
    'Only a CI job of the bound repository gets a token for a namespace, once for each of its own tokens.',
  'reputation.incident': 'A confirmed critical incident outweighs every average.',
  'reputation.own-voice': 'Feedback of a publisher on its own tools does not change their reputation.',
  'sanitize.hidden': 'Hidden and control characters never survive cleaning, and every change is recorded.',
  'sanitize.names': 'No two tools ever share a name, and the order of servers and tools changes nothing.',
  'scan.nothing': 'A scan that read nothing is never reported as clean.',
  'schema.bounded': 'A hostile schema is stopped by a limit.',
  'schema.patterns': 'An untrusted pattern is matched in linear time, or refused with a code.',
  'servers.definitions': 'Definitions in server entries are validated as by validate, in publish, import and sync.',
  'servers.namespaces':
    'Publishing a server requires a proven namespace, and a token that is bound to it permits nothing else.',
  'servers.proof-audience': 'A domain proof that was made for another registry does not yield a token.',
  'servers.remote-hosts':
    'A token that is bound to a namespace cannot claim an address of another domain, in any spelling.',
  'sign.any-byte':
    'A signed document is not trusted after a change of any byte or member, unless its value is the same.',
  'sign.crl':
    'A CRL that is expired, not yet valid, forged, partial or signed by another key does not rule out a revocation.',
  'sign.max-age': 'A signature older than the verifier accepts is untrusted, and so is one whose age is not proven.',
  'sign.never-implied': 'A valid signature by an unknown signer is untrusted.',
  'sign.original-paths': 'Certificate paths are judged as RFC 5280 and the policy say.',
  'sign.time':
    'Expiry is judged at the time of verification. A claimed time in the future, or outside the validity of a certificate, is untrusted.',
  'sign.twins': 'A revoked signer stays revoked when its certificate is encoded in another way, by old lists too.',
  'validate.waivers': 'A waiver excuses a finding until its last day, and only the rule and tool it names.',
};
