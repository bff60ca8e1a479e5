/**
 * What users rely on. A promise is proven by the tests whose title names its id in brackets: the run fails when there is
 * none, or one of them does not pass. docs/security.md names promises by the same ids.
 */
export const REQUIREMENTS: Readonly<Record<string, string>> = {
  'action.no-commands': 'Text of a server cannot give commands to the runner of the GitHub Action.',
  'action.own-comment': 'The GitHub Action edits only comments that its own token wrote.',
  'action.pinned':
    'The GitHub Action uses other actions by commit, and installs no development dependencies and runs no install scripts.',
  'audit.changed-byte': 'Any changed byte of an audit log is found, and the record it stands in is named.',
  'audit.cut': 'An audit log that was cut off anywhere is not whole.',
  'audit.full-disk': 'On a full disk a record fails whole, and the audit log stays whole.',
  'check.broken-server': 'A server that dies or hangs could not be checked, which is never a match.',
  'cli.fault': 'A fault of our own is exit 2, and JSON where that was asked for.',
  'client.bounded': 'A hostile registry cannot fill the memory of who asks it.',
  'client.terminal': 'Nothing in the answer of a hostile registry can steer a terminal.',
  'client.token': 'A token goes over https or to this machine, and never to where a registry redirects.',
  'connect.behind-guard':
    'After install, check, scan, lock, snapshot, describe and digest ask the server behind the guard, and say so.',
  'connect.config-variables': 'A config that a pull request changes cannot hand the token of a CI runner to a server.',
  'connect.like-a-host': 'A server cannot tell our requests from those of a host on the MCP SDK.',
  'connect.one-answer': 'A server cannot show us one answer and a host on the MCP SDK another.',
  'connect.redirect': 'A redirect to another origin is refused, and no header reaches it.',
  'connect.unresolved-guard':
    'An entry that looks like a guard, and whose server cannot be determined, is an error; neither the guard nor a server is asked for it.',
  'connect.withheld-variables':
    "Toolmark's own secrets and the command files and tokens of a CI runner reach no server that a command starts.",
  'drift.nothing-unseen': 'Any one thing changed, removed or added anywhere in a tool is reported.',
  'drift.unknown-members': 'An unknown member that appears in a tool is a critical change, whatever its value.',
  'guard.advisories-unreachable': 'A guard that follows a registry does not start before it has heard from it once.',
  'guard.advisory':
    'A tool is denied from the moment its registry confirms an incident about it, and other tools are not.',
  'guard.advisory-outlasts': 'An incident does not end because the registry is down.',
  'guard.advisory-rollback': 'A registry, or whoever stands before it, cannot take advisories back with an older list.',
  'guard.approval-bound': 'An approval is good for one call of one definition with these arguments, and for no other.',
  'guard.approval-drift': 'A tool that changes while a person thinks is refused in spite of a yes.',
  'guard.approval-page':
    'On the approval page words of strangers stay words, and only who knows its address can answer.',
  'guard.argument-defaults':
    'A rule that denies what the server reads is not avoided by leaving out an argument that has a default.',
  'guard.argument-twins':
    'A policy decides about the arguments that the server reads: spelling variants of a name are denied.',
  'guard.audit-first': 'A decision that cannot be written down is not carried out.',
  'guard.call-without-id': 'A call without an id never reaches a server.',
  'guard.change-during-call': 'When a tool changes while it works, its result is withheld.',
  'guard.completed-places': 'Completions for a locked template take no value that leads out of it.',
  'guard.condition-error':
    'A condition that fails on the arguments of a call denies the call, whatever its rule would decide.',
  'guard.deny-only-tightens': 'Adding a rule that denies never permits more.',
  'guard.http-strangers': 'Over HTTP, a name that an attacker had answered with our address gets nothing.',
  'guard.http-token': 'Without a token the guard does not listen where others than this machine could reach it.',
  'guard.ids': 'Ids of the client never reach a server.',
  'guard.inert': 'No refusal and no audit record carries a control or hidden character of a name; all are spelled out.',
  'guard.known-members': 'Greetings and results reach the client with known members only.',
  'guard.known-methods': 'Every message that the SDK knows is in the table of messages.',
  'guard.linked-default': 'Without it such a resource is refused, and the refusal names the word of the policy.',
  'guard.linked-drift': 'A linked resource is refused once the tool that named it has changed.',
  'guard.linked-forgotten': 'A link is forgotten after an hour.',
  'guard.linked-only': 'A link allows exactly its own address, and none that readers understand in different ways.',
  'guard.linked-twice': 'A resource that results of two servers link to is read from none.',
  'guard.needs-capability': 'The guard names the capability without which a server does not show a locked tool.',
  'guard.nested-content': 'What no lock pins is refused at any depth of a result, also in messages of prompts.',
  'guard.new-process':
    'A request that waits while its server restarts is judged by the list of the new process before it is sent.',
  'guard.no-silence': 'What the guard cannot read is in its log: batches, unreadable JSON, other output of servers.',
  'guard.no-start': 'Without a whole lock and a policy that is understood the guard does not start.',
  'guard.nobody-to-ask': 'Where nobody can be asked, a call that needs a person is denied.',
  'guard.not-locked-server': 'A server that is not in the lock keeps the guard from starting.',
  'guard.open-defaults':
    'Where the schema leaves open which default counts, a tool with a condition on arguments is denied.',
  'guard.protocol-floor':
    'Below the lowest protocol version of a policy, the guard serves no client and uses no server.',
  'guard.remembered-order': 'The remembered order of a list cannot add, change or remove anything that is listed.',
  'guard.reported':
    'Every tool that the guard withholds is reported on standard error with its reason, advisories included.',
  'guard.rug-pull':
    'A tool that changed after it was locked neither shows nor can be called until somebody approves it.',
  'guard.shared-address': 'A URI that two servers offer is read from neither.',
  'guard.slow-start':
    'A client gets the locked tools of a server that is slow to start; a tool that turns out to be changed is refused, and the client hears of it.',
  'guard.stderr-apart':
    'What a server writes to standard error is in no answer to a client, and each line of it begins with the key of the server.',
  'guard.tasks-bound': 'A task is answered by the server of the call that began it, and by no other.',
  'guard.template-cost': 'A server cannot freeze the guard with many templates and long addresses.',
  'guard.template-places':
    'An address that a locked template stands for leads out of it for no URL parser, server or file system.',
  'guard.unknown-methods':
    'A message that the table of messages does not know reaches neither side, and the log says so.',
  'guard.unlocked': 'A tool that is not locked is denied, whatever the policy says.',
  'guard.unpinned': 'Pages of MCP Apps and files of skills, which no lock pins, are neither listed nor read.',
  'house.pure': 'The core is pure, and a planted wrong import is found.',
  'install.no-code-in-guard':
    'An entry of a config cannot bring code or settings into the guard that install puts before it.',
  'install.project-links': 'A project cannot make an install copy the secrets of a config outside of it.',
  'install.vouches-exactly':
    'Install calls an entry guarded only if it is what install would write now; another program, variable, mode, lock or policy is reported with exit code 1.',
  'intake.bounded': 'Nesting of 100,000 levels meets a limit and never the end of the stack.',
  'intake.one-reading':
    'A text that readers disagree about (duplicate keys, lone surrogates, NaN, invalid UTF-8) is refused with a code and a place, and good files beside it are still reported.',
  'lock.address': 'The lock entry of a remote server does not vouch for the same tools at another address.',
  'lock.address-missing': 'A lock of version 1 is read, and check says that it lacks the address of a remote server.',
  'lock.concurrent-runs': 'Runs of toolmark lock at the same time keep every entry.',
  'lock.edited': 'A lock in which any digit of any digest was edited is refused.',
  'lock.killed-run': 'The lock file of a killed run is taken over.',
  'lock.refused': 'A lock that is missing, cut, from elsewhere or edited by hand is exit 2.',
  'lock.view-unavailable':
    'A server that cannot be asked as one kind of client is locked as the others see it, and that is said.',
  'lock.views':
    'A server that shows each client something else is locked as all of them see it; check is never clean where the guard refuses a kind of client.',
  'login.addresses': 'A server in the internet cannot name an address inside the network for the login.',
  'login.answers': 'An endless answer of an authorization server is cut off.',
  'login.file': 'A file of tokens that others may read is refused.',
  'login.issuer':
    'A server that names another issuer than the stored one is refused with both, before anything is refreshed.',
  'login.killed': 'A process that is killed while it writes tokens leaves the old ones.',
  'login.redirect': 'A token is not sent after a redirect, not within the origin either.',
  'login.refresh-once': 'Processes that refresh at the same time use a refresh token once.',
  'login.required':
    'A server that asks for a login is refused with the command to run; nothing is opened and no authorization server is asked.',
  'login.shown-token': 'A server that lists its access token is refused.',
  'login.state': 'An answer to another login is refused.',
  'output.inert': 'Nothing in a hostile tool can steer a terminal.',
  'policy.unknown-word': 'One unknown key or word refuses a whole policy, with everything wrong at once.',
  'publish.near-names': 'A name that is one slip away from the name of another owner is seen.',
  'registry.bound-tokens': 'A token that is bound to a namespace does nothing but publish server entries there.',
  'registry.crash': 'kill -9 at any moment loses no acknowledged publish (SQLite).',
  'registry.damaged-backup': 'A backup that was cut short or altered is refused, and nothing is left behind.',
  'registry.no-inner-addresses': 'No stranger makes a registry ask an address that is not public.',
  'registry.one-claim': 'Of 50 first claims of one name at the same moment, one wins.',
  'registry.private': 'Private tools leak neither content nor existence.',
  'registry.reports-harmless': 'Reports of incidents change nothing before a person has confirmed them.',
  'registry.revoked-for-all':
    'A certificate that a registry revoked for one publisher does not publish from another account.',
  'registry.revoked-twins': 'A certificate that a registry revoked does not publish again in another encoding.',
  'registry.token-lockout': 'Wrong tokens do not lock out right ones of the same address.',
  'registry.tokens': 'A token that is wrong, expired, revoked or of a suspended account opens nothing.',
  'registry.too-large':
    'A client that sends a body which is too large gets its 413, also when it sends all before it reads.',
  'reputation.incident': 'A confirmed critical incident outweighs every average.',
  'reputation.own-voice': 'What a publisher says of its own tools moves no reputation.',
  'sanitize.hidden': 'What hides or steers never survives cleaning, and every change is recorded.',
  'sanitize.names': 'No two tools ever share a name, and the order of servers and tools changes nothing.',
  'sanitize.lines': 'Line breaks, lists and code blocks of imported descriptions survive cleaning.',
  'scan.nothing': 'A scan that saw nothing never says clean.',
  'schema.bounded': 'A hostile schema meets a limit.',
  'schema.patterns': 'A pattern of a stranger is matched with work linear in the text, or refused with a code.',
  'servers.definitions': 'Definitions in server entries are judged as validate does, through publish, import and sync.',
  'servers.namespaces': 'Nobody publishes a server under a namespace that they have not proven.',
  'servers.proof-audience': 'A proof of a domain that was made for another registry gives no token here.',
  'servers.remote-hosts': 'A token that is bound to a namespace claims no address of another domain.',
  'servers.remote-spellings': 'An address in another spelling belongs to the same server.',
  'sign.any-byte': 'No byte of a signed document can be changed so that it says something else and is trusted.',
  'sign.covers-everything': 'No member of a signed 1.1 document can be changed.',
  'sign.crl': 'A CRL that is late, early, forged or partial rules nothing out.',
  'sign.crl-key': 'A CRL in the name of an issuer on the path is applied or refused by its key, never ignored.',
  'sign.future': 'A signature that claims a time more than five minutes ahead is untrusted, and never called invalid.',
  'sign.max-age': 'A signature older than the reader accepts is untrusted, and so is one whose age nothing proves.',
  'sign.never-implied': 'A valid signature by an unknown signer is untrusted.',
  'sign.original-paths': 'Certificate paths are judged as RFC 5280 and the policy say.',
  'sign.outside-validity': 'A 1.1 signature that claims a time outside the validity of its certificate is untrusted.',
  'sign.time': 'Expiry is judged at the time of verification, not at the time a document claims.',
  'sign.twins': 'A revoked signer stays revoked when its certificate is encoded in another way, by old lists too.',
  'validate.waivers': 'A waiver excuses a finding until its last day, and only the rule and tool it names.',
};
