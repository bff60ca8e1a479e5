/** A promise to users, and the test that proves it: the file and the full title of one test. */
export interface Requirement {
  readonly id: string;
  readonly promise: string;
  readonly provenBy: readonly [file: string, title: string];
}

/** The run fails when a test named here is missing, skipped or red. Tests that need shared data may skip without it. */
export const REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'intake.one-reading',
    promise:
      'A text that readers disagree about (duplicate keys, lone surrogates, NaN, invalid UTF-8) is refused with a code and a place, and good files beside it are still reported.',
    provenBy: [
      'test/transcripts.test.ts',
      'bad-input.txt > Broken input gets a code and never exit 0; good files beside it are still reported',
    ],
  },
  {
    id: 'intake.any-bytes',
    promise: 'No bytes can make the reader do anything but read or refuse.',
    provenBy: [
      'packages/core/src/base/read-json.test.ts',
      'for any input > arbitrary bytes are read or refused, and nothing else happens',
    ],
  },
  {
    id: 'intake.bounded',
    promise: 'Nesting of 100,000 levels meets a limit and never the end of the stack.',
    provenBy: [
      'packages/core/src/base/read-json.test.ts',
      'limits > 100,000 levels of arrays that close are refused and do not exhaust the stack',
    ],
  },
  {
    id: 'intake.large-file',
    promise: 'A file of 50 MB is refused in little memory.',
    provenBy: [
      'test/scenarios/bundle.test.ts',
      'the built command, as a user runs it > a file of 50 MB is refused in little memory, and its neighbours are still reported',
    ],
  },
  {
    id: 'intake.depth',
    promise: '128 levels of nesting are read, and one more is refused where it begins.',
    provenBy: [
      'packages/core/src/base/read-json.test.ts',
      'limits > 128 levels are read and 129 are refused at the bracket that goes too far',
    ],
  },
  {
    id: 'intake.size',
    promise: 'A text beyond the limit of bytes is refused before it is read.',
    provenBy: [
      'packages/core/src/base/read-json.test.ts',
      'limits > text beyond the limit is refused unread, and text at the limit is read',
    ],
  },
  {
    id: 'canonical.fixed-point',
    promise: 'Reading canonical text and writing it again changes nothing.',
    provenBy: [
      'packages/core/src/base/jcs.test.ts',
      'for any value > reading canonical text and writing it again changes nothing',
    ],
  },
  {
    id: 'canonical.rfc8785',
    promise: 'The canonical form is RFC 8785, byte for byte.',
    provenBy: ['test/public/jcs.test.ts', 'the RFC 8785 test data > values is written byte for byte'],
  },
  {
    id: 'canonical.python',
    promise: 'The Python form of signed 1.0 documents is reproduced byte for byte.',
    provenBy: [
      'test/vectors/etdi-canonical.test.ts',
      "documents signed by the original Python code > the signed text of '006-whole-rsa2048-floats.json' is found byte for byte",
    ],
  },
  {
    id: 'canonical.integers',
    promise: 'What is hashed and signed holds no integer that two readers could round differently.',
    provenBy: [
      'packages/core/src/base/jcs.test.ts',
      'what has no single form is refused > an integer beyond 2^53: jcs.integer-range',
    ],
  },
  {
    id: 'identity.vectors',
    promise: 'Anyone can compute the same identity from published vectors.',
    provenBy: ['test/vectors/identity.test.ts', 'the identity of a tool > every member MCP knows'],
  },
  {
    id: 'identity.whole',
    promise: 'Any one change of a tool, at any depth, changes its identity.',
    provenBy: [
      'packages/core/src/describe/identity.test.ts',
      'the digest of a tool > changes with any one change, addition or removal, at any depth',
    ],
  },
  {
    id: 'identity.stable',
    promise: 'Writing a tool differently does not change its identity.',
    provenBy: [
      'packages/core/src/describe/identity.test.ts',
      'the digest of a tool > does not depend on the order of members',
    ],
  },
  {
    id: 'identity.corpus',
    promise: 'Every tool of a corpus of real ones has an identity.',
    provenBy: [
      'test/public/corpus.test.ts',
      'the corpus of tools > benign-tools.jsonl > any one member removed, changed or added changes the identity',
    ],
  },
  {
    id: 'identity.mcptrust',
    promise: 'The hashes of MCPTrust are reproduced.',
    provenBy: [
      'packages/core/src/describe/mcptrust-identity.test.ts',
      'an input schema > is written as Go writes keys in the order of their UTF-8 bytes',
    ],
  },
  {
    id: 'identity.command',
    promise: 'One tool has one digest, however it is written, through the command line too.',
    provenBy: [
      'test/transcripts.test.ts',
      'digest.txt > The same tool has the same identity however it is written, and any change gives another',
    ],
  },
  {
    id: 'describe.mcp',
    promise: 'Every example of the MCP specification is read, digested and written again.',
    provenBy: [
      'test/public/mcp-examples.test.ts',
      'the examples of the MCP specification > 2026-07-28 > all 129 are read, digested, and the same after writing and reading again',
    ],
  },
  {
    id: 'describe.projection',
    promise: 'A tool survives the way into a document and back with its identity.',
    provenBy: [
      'packages/core/src/describe/project.test.ts',
      'there and back again > so does every tool whose hints and metadata agree',
    ],
  },
  {
    id: 'describe.undeclared',
    promise: 'A flag that nobody declared is absent, never null.',
    provenBy: [
      'packages/core/src/describe/project.test.ts',
      'a document gives an MCP tool > a flag that is not declared is absent, never null',
    ],
  },
  {
    id: 'risk.command',
    promise: 'A new command parameter raises the risk of any tool that could still rise.',
    provenBy: [
      'packages/core/src/describe/risk.test.ts',
      'for any tool > a new command parameter raises any level below critical',
    ],
  },
  {
    id: 'risk.no-lowering',
    promise: 'No claim of a server lowers the risk of its tool.',
    provenBy: ['packages/core/src/describe/risk.test.ts', 'for any tool > no declared flag lowers the level'],
  },
  {
    id: 'validate.all-at-once',
    promise: 'Every mistake is reported at once, with its place.',
    provenBy: [
      'test/transcripts.test.ts',
      'validate-document.txt > Every mistake in a document at once, with its place',
    ],
  },
  {
    id: 'validate.tool-list',
    promise: 'The tool list of any server is judged tool by tool.',
    provenBy: ['test/transcripts.test.ts', 'validate-tools.txt > The tool list of a server is judged tool by tool'],
  },
  {
    id: 'validate.order',
    promise: 'Findings do not depend on the order of members.',
    provenBy: [
      'packages/core/src/validate/validate.test.ts',
      'whatever the file > findings do not depend on the order of members',
    ],
  },
  {
    id: 'validate.never-throws',
    promise: 'Wrong values anywhere never crash validation.',
    provenBy: [
      'packages/core/src/validate/validate.test.ts',
      'whatever the file > wrong values anywhere never throw, and always give the same, readable report',
    ],
  },
  {
    id: 'validate.seed',
    promise: 'The verdict and the words of the original rules can be had.',
    provenBy: [
      'test/transcripts.test.ts',
      'seed-rules.txt > The original rules can be asked for, and where they differ the default says so',
    ],
  },
  {
    id: 'validate.satisfiable',
    promise: 'Every set of capabilities has security settings that the default rules accept.',
    provenBy: [
      'packages/core/src/validate/rules/index.test.ts',
      'capabilities and security settings > every set of capabilities has settings that no rule calls an error',
    ],
  },
  {
    id: 'validate.waivers',
    promise: 'A waiver excuses a finding until its last day, and only the rule and tool it names.',
    provenBy: [
      'test/transcripts.test.ts',
      'waivers.txt > A waiver excuses a finding until its last day, and only the rule and tool it names',
    ],
  },
  {
    id: 'schema.suite',
    promise: 'Schemas mean what the JSON Schema Test Suite says, in draft-07 and 2020-12.',
    provenBy: [
      'test/public/json-schema-suite.test.ts',
      "the JSON Schema Test Suite > 'draft2020-12' > all 1299 cases were checked",
    ],
  },
  {
    id: 'schema.bounded',
    promise: 'A hostile schema meets a limit.',
    provenBy: [
      'packages/core/src/validate/json-schema/check-schema.test.ts',
      'hostile schemas meet a limit, never an exception > a schema that doubles at each level',
    ],
  },
  {
    id: 'schema.no-network',
    promise: 'A reference to the network is an error and is never followed.',
    provenBy: ['packages/core/src/validate/json-schema/check-schema.test.ts', 'references > to the web'],
  },
  {
    id: 'schema.patterns',
    promise: 'A pattern that can take exponential time is an error.',
    provenBy: [
      'packages/core/src/base/regex/find-pattern-problem.test.ts',
      'patterns that can take exponential time are costly > loop in a loop: ^(a+)+$',
    ],
  },
  {
    id: 'output.inert',
    promise: 'Nothing in a hostile tool can steer a terminal.',
    provenBy: [
      'test/scenarios/bundle.test.ts',
      'the built command, as a user runs it > nothing in a hostile tool can steer a terminal (text)',
    ],
  },
  {
    id: 'output.sarif',
    promise: 'SARIF reports fit the published schema.',
    provenBy: [
      'test/public/sarif.test.ts',
      'SARIF reports > findings of every family: the report fits the published schema',
    ],
  },
  {
    id: 'output.equal-bytes',
    promise: 'Equal input gives equal bytes.',
    provenBy: ['test/scenarios/bundle.test.ts', 'the built command, as a user runs it > equal input gives equal bytes'],
  },
  {
    id: 'cli.usage',
    promise: 'Wrong usage is exit 2, in words or as JSON.',
    provenBy: ['test/transcripts.test.ts', 'usage.txt > Wrong usage is exit 2, in words or as JSON'],
  },
  {
    id: 'cli.init',
    promise: 'What init writes is valid as it stands, and nothing is overwritten.',
    provenBy: [
      'test/transcripts.test.ts',
      'init-and-doctor.txt > A start that is valid as it stands, and never overwrites',
    ],
  },
  {
    id: 'cli.one-object',
    promise:
      'With --format json there is one JSON object on standard output, also when nothing could be asked: {"error":{"code","message"}}.',
    provenBy: [
      'packages/cli/src/main.test.ts',
      'the command line > an unexpected fault is exit 2 and says so as JSON, never a stack trace',
    ],
  },
  {
    id: 'cli.stdin',
    promise: '"-" reads standard input.',
    provenBy: ['test/scenarios/bundle.test.ts', 'the built command, as a user runs it > it reads standard input'],
  },
  {
    id: 'cli.colour',
    promise: 'Colour is used on a terminal alone.',
    provenBy: ['packages/cli/src/main.test.ts', 'the command line > colour is used only where it was asked for'],
  },
  {
    id: 'cli.disk',
    promise: 'A full disk is a sentence and exit 2, never half a result.',
    provenBy: [
      'test/scenarios/bundle.test.ts',
      'the built command, as a user runs it > a full disk is said in a sentence, and is exit 2',
    ],
  },
  {
    id: 'house.pure',
    promise: 'The core is pure, and a planted wrong import is found.',
    provenBy: ['test/architecture.test.ts', 'the house > a wrong import planted among the real files is found'],
  },
  {
    id: 'house.findings-page',
    promise: 'The page of findings says what the rules say.',
    provenBy: [
      'test/findings-page.test.ts',
      'docs/spec/findings.md is what the rules say; "npm run generate" writes it',
    ],
  },
  {
    id: 'sign.original-vectors',
    promise: 'Every document of the original format gets the verdict the design says, and names what it leaves open.',
    provenBy: [
      'test/vectors/etdi.test.ts',
      'documents of the original format > 162-tampered-whole-registry-info.json is judged as designed',
    ],
  },
  {
    id: 'sign.original-paths',
    promise: 'Certificate paths are judged as RFC 5280 and the policy say.',
    provenBy: [
      'test/vectors/etdi.test.ts',
      'documents of the original format > certificate paths > pathlen-exceeded is judged as the vectors say',
    ],
  },
  {
    id: 'sign.wycheproof',
    promise: 'No public signature vector gets a wrong answer.',
    provenBy: [
      'test/public/wycheproof.test.ts',
      'Wycheproof signatures > ecdsa_secp256r1_sha256_test.json: 484 cases, no wrong answer from ES256 of schema 1.0',
    ],
  },
  {
    id: 'sign.python',
    promise: 'Documents go back and forth between Toolmark and the original in Python.',
    provenBy: [
      'test/scenarios/python-interop.test.ts',
      'the original format in Python > what is signed there verifies here as etdi-document (form document) with rsa-2048',
    ],
  },
  {
    id: 'sign.covers-everything',
    promise: 'No member of a signed 1.1 document can be changed.',
    provenBy: [
      'packages/core/src/sign/verify.test.ts',
      'schema 1.1 covers everything > each change of any member is invalid or malformed, never trusted',
    ],
  },
  {
    id: 'sign.any-byte',
    promise: 'No byte of a signed document can be changed so that it says something else and is trusted.',
    provenBy: [
      'packages/core/src/sign/properties.test.ts',
      'any byte of a signed document changed is never trusted, unless it says the very same',
    ],
  },
  {
    id: 'sign.any-document',
    promise: 'Any document signed with any kind of key verifies.',
    provenBy: ['packages/core/src/sign/properties.test.ts', 'any document signed as toolmark with any key verifies'],
  },
  {
    id: 'sign.never-implied',
    promise: 'A valid signature by someone nobody knows is untrusted.',
    provenBy: [
      'packages/core/src/sign/verify.test.ts',
      'outcomes that are not trusted > untrusted: a valid signature by someone nobody knows',
    ],
  },
  {
    id: 'sign.again',
    promise: 'Signing again replaces the old signature.',
    provenBy: ['packages/core/src/sign/sign.test.ts', 'schema 1.1 > signing again replaces the old signature'],
  },
  {
    id: 'sign.hostile-chains',
    promise: 'Chains that loop or are fifty deep end with a code of their own.',
    provenBy: ['packages/core/src/sign/judge-signer.test.ts', 'hostile chains > fifty deep end as too long'],
  },
  {
    id: 'sign.crl',
    promise: 'A CRL that is late, early, forged or partial rules nothing out.',
    provenBy: [
      'packages/core/src/sign/judge-signer.test.ts',
      'revocation > cannot be ruled out by a CRL that is late, early, forged or partial',
    ],
  },
  {
    id: 'sign.cache',
    promise: 'A warm cache gives the same answers as a cold one.',
    provenBy: ['packages/core/src/sign/verify.test.ts', 'the cache > gives the same answers warm as cold, at any time'],
  },
  {
    id: 'sign.submit',
    promise: 'From a description to something ready to publish in one step.',
    provenBy: [
      'packages/core/src/sign/submit.test.ts',
      'a submission > of schema 1.1 is validated, signed, verified and ready',
    ],
  },
  {
    id: 'sign.keygen',
    promise: 'keygen makes a private authority whose signatures verify until it is revoked.',
    provenBy: [
      'test/transcripts.test.ts',
      'signing.txt > From nothing to a private authority: sign, verify, tamper, revoke',
    ],
  },
  {
    id: 'sign.no-overwriting',
    promise: 'What cannot be signed or trusted has a code, and keys and documents are never overwritten.',
    provenBy: [
      'test/transcripts.test.ts',
      'signing-refusals.txt > What cannot be signed or trusted is said with a code, and nothing is overwritten',
    ],
  },
  {
    id: 'sign.vectors',
    promise: 'Anyone can check signatures of schema 1.1 against published vectors.',
    provenBy: ['test/vectors/signature.test.ts', "'toolmark, ed25519': 'trusted'"],
  },
  {
    id: 'sign.time',
    promise: 'Expiry is judged at the time of verification, not at the time a document claims.',
    provenBy: [
      'packages/core/src/sign/verify.test.ts',
      'outcomes that are not trusted > expired, judged at the time of verification and not at the claimed one',
    ],
  },
  {
    id: 'sign.key-mode',
    promise: 'A key that keygen makes is for its owner alone to read.',
    provenBy: [
      'packages/cli/src/main.test.ts',
      'the command line > a key that keygen makes is for its owner alone to read',
    ],
  },
  {
    id: 'connect.raw',
    promise: 'A snapshot holds what the server wrote, not what a library made of it.',
    provenBy: [
      'packages/mcp/src/connect/connect.test.ts',
      'what a server shows is kept as it was written > members that no schema knows, their order, and integers beyond 2^53 are all there',
    ],
  },
  {
    id: 'connect.twins',
    promise: 'A server that writes inputschema beside inputSchema is refused, not resolved.',
    provenBy: [
      'packages/mcp/src/connect/connect.test.ts',
      'a server that cannot be believed is refused with a code > inputschema beside inputSchema: server.ambiguous-key',
    ],
  },
  {
    id: 'connect.one-answer',
    promise: 'A server cannot show us one answer and a host on the MCP SDK another.',
    provenBy: [
      'packages/mcp/src/connect/connect.test.ts',
      'an answer that clients pass over, with another one behind it, is refused > a method beside the result',
    ],
  },
  {
    id: 'connect.like-a-host',
    promise: 'A server cannot tell our requests from those of a host on the MCP SDK.',
    provenBy: [
      'packages/mcp/src/connect/wire.test.ts',
      'a server of 2025 cannot tell our requests from those of a host on the SDK',
    ],
  },
  {
    id: 'connect.children',
    promise: 'No server outlives the connection, also behind a wrapper.',
    provenBy: [
      'packages/mcp/src/connect/connect.test.ts',
      'children are gone when the connection is > a server behind a wrapper that does not pass anything on',
    ],
  },
  {
    id: 'connect.beside',
    promise: 'One broken server is reported beside the others.',
    provenBy: [
      'packages/mcp/src/connect/take-snapshots.test.ts',
      'takeSnapshots > one broken server is reported beside the others, in the order of the servers',
    ],
  },
  {
    id: 'connect.discovery',
    promise: 'Without a source the config files of the folder are tried in the order that is written down.',
    provenBy: [
      'packages/mcp/src/config/find-client-configs.test.ts',
      'findClientConfigs > without a source the files of the working folder are looked for in their order',
    ],
  },
  {
    id: 'connect.pages',
    promise: 'Tools on every page of a list are seen.',
    provenBy: ['test/transcripts.test.ts', 'drift-page-two.txt > A tool on the second page is found'],
  },
  {
    id: 'connect.restless',
    promise: 'A list that changes while it is read is read again.',
    provenBy: ['test/transcripts.test.ts', 'drift-late-list.txt > A list that changes while it is read is read again'],
  },
  {
    id: 'connect.one-reading',
    promise: 'Lists that hosts would read differently are refused.',
    provenBy: [
      'test/transcripts.test.ts',
      'server-bad-tools.txt > Lists that hosts would read differently are refused',
    ],
  },
  {
    id: 'connect.no-secrets',
    promise: 'Secrets of a config are never printed.',
    provenBy: ['test/scenarios/locking.test.ts', 'locking, as teams do it > secrets of the config are never printed'],
  },
  {
    id: 'connect.last-words',
    promise: 'How a server ended is told with its exit code and last words, inert and without secrets.',
    provenBy: [
      'packages/mcp/src/connect/connect.test.ts',
      'a server that cannot be believed is refused with a code > an end is told with its exit code and the last words, inert and without the secrets of the launch',
    ],
  },
  {
    id: 'connect.line-limit',
    promise: 'A server cannot fill the memory with one line.',
    provenBy: ['packages/mcp/src/connect/connect.test.ts', 'limits > a line of 100 MB is refused'],
  },
  {
    id: 'connect.snapshot',
    promise: 'What a server shows can be kept in a file, and every command reads it.',
    provenBy: [
      'test/transcripts.test.ts',
      'snapshot.txt > A server is photographed, and the picture is read by the other commands',
    ],
  },
  {
    id: 'lock.same-bytes',
    promise:
      'Locking gives the same bytes whatever the order in which a server lists tools and members, and finds no drift.',
    provenBy: [
      'packages/core/src/lock/lock.test.ts',
      'for any server > shuffled tools and keys give the same bytes and no drift',
    ],
  },
  {
    id: 'lock.edited',
    promise: 'A lock in which any digit of any digest was edited is refused.',
    provenBy: [
      'packages/core/src/lock/lock.test.ts',
      'a lock edited by hand > any one digit of any digest changed is refused',
    ],
  },
  {
    id: 'lock.shuffled',
    promise: 'A server that shuffles tools and keys is locked to the same bytes each time.',
    provenBy: [
      'test/scenarios/locking.test.ts',
      'locking, as teams do it > a server that shuffles tools and keys gives the same bytes each time',
    ],
  },
  {
    id: 'lock.two-writers',
    promise: 'Nobody who locks undoes the work of somebody else who locks at the same time.',
    provenBy: [
      'test/scenarios/locking.test.ts',
      'locking, as teams do it > two writers: the one who would undo the work of the other is refused',
    ],
  },
  {
    id: 'lock.roundtrip',
    promise: 'What was locked is found as it was locked: exit 0, and the lock is the same bytes.',
    provenBy: ['test/transcripts.test.ts', 'lock-and-check.txt > A server is locked, and is found as it was locked'],
  },
  {
    id: 'lock.vectors',
    promise: 'Anyone can write the same lock file from a published snapshot.',
    provenBy: ['test/vectors/lock.test.ts', 'the snapshot is locked to exactly these bytes'],
  },
  {
    id: 'lock.approve',
    promise: 'One tool is approved by the digest that a person has read, and by nothing else.',
    provenBy: [
      'test/transcripts.test.ts',
      'lock-approve.txt > One tool is approved by the digest that a person has read',
    ],
  },
  {
    id: 'lock.refused',
    promise: 'A lock that is missing, cut, from elsewhere or edited by hand is exit 2.',
    provenBy: [
      'test/transcripts.test.ts',
      'lock-bad-input.txt > A lock that is missing, cut, from elsewhere or edited by hand is refused',
    ],
  },
  {
    id: 'lock.mcptrust',
    promise: 'A lock of MCPTrust is taken over, and what it never looked at is said.',
    provenBy: [
      'test/transcripts.test.ts',
      'lock-import.txt > A lock of MCPTrust is taken over, and what it never looked at is said',
    ],
  },
  {
    id: 'lock.many-servers',
    promise: 'One file locks many servers, and a broken one hides none of the others.',
    provenBy: [
      'test/transcripts.test.ts',
      'config-many-servers.txt > Many servers in one lock, and one broken one hides none of the others',
    ],
  },
  {
    id: 'drift.nothing-unseen',
    promise: 'Any one thing changed, removed or added anywhere in a tool is reported.',
    provenBy: [
      'packages/core/src/lock/drift.test.ts',
      'for any tool > one change anywhere is at least one change, in both columns, and none is lost in the other direction',
    ],
  },
  {
    id: 'drift.every-row',
    promise: 'Every row of the severity table decides as it says, in both columns.',
    provenBy: [
      'packages/core/src/lock/drift.test.ts',
      'drift > every row of the severity table is reached, with the severities it names',
    ],
  },
  {
    id: 'drift.schema-classes',
    promise: 'A schema is called widened, narrowed or equivalent only where that is so.',
    provenBy: [
      'packages/core/src/lock/compare-schemas.test.ts',
      'for any two schemas and values > a class is never wrong about what is accepted',
    ],
  },
  {
    id: 'drift.all-lists',
    promise: 'Instructions, prompts, resources and templates are locked and compared like tools.',
    provenBy: [
      'test/transcripts.test.ts',
      'drift-more-than-tools.txt > Instructions, prompts, resources and templates are locked too',
    ],
  },
  {
    id: 'drift.schema',
    promise: 'A new parameter is critical, although no text says a word about it.',
    provenBy: [
      'test/transcripts.test.ts',
      'drift-schema.txt > A new parameter is found although no text says a word about it',
    ],
  },
  {
    id: 'drift.hints',
    promise: 'A hint that flips is critical.',
    provenBy: ['test/transcripts.test.ts', 'drift-annotations.txt > A hint that flips is critical'],
  },
  {
    id: 'drift.hidden',
    promise: 'Characters that no screen shows are made visible in a diff.',
    provenBy: ['test/transcripts.test.ts', 'drift-hidden-text.txt > Characters that no screen shows are made visible'],
  },
  {
    id: 'drift.typo',
    promise: 'A mended typo is seen and does not fail the check.',
    provenBy: ['test/transcripts.test.ts', 'drift-typo.txt > A mended typo is seen and does not fail the check'],
  },
  {
    id: 'drift.files',
    promise: 'Two locks, snapshots or documents are compared for reading.',
    provenBy: ['test/transcripts.test.ts', 'diff-files.txt > Two files are compared for reading'],
  },
  {
    id: 'drift.vectors',
    promise: 'The original severities are those of the published vectors.',
    provenBy: ['test/vectors/drift.test.ts', 'there are 14 drift vectors'],
  },
  {
    id: 'drift.action',
    promise: 'In a pull request a rug pull is summed up, reported and commented on.',
    provenBy: [
      'test/scenarios/action.test.ts',
      'the GitHub Action > a rug pull is summed up, reported and commented on',
    ],
  },
  {
    id: 'sanitize.honest-text',
    promise: 'Emoji, flags and the scripts that need invisible characters survive cleaning untouched.',
    provenBy: ['packages/core/src/sanitize/clean-text.test.ts', 'honest text survives untouched > a family'],
  },
  {
    id: 'sanitize.hidden',
    promise: 'What hides or steers never survives cleaning, and every change is recorded.',
    provenBy: [
      'packages/core/src/sanitize/clean-text.test.ts',
      'for any text > no control, bidi control, private use, unassigned or tag character is left, and what changed is recorded',
    ],
  },
  {
    id: 'sanitize.callable',
    promise: 'A cleaned tool stays callable: a cleaned choice goes back as the server spells it.',
    provenBy: [
      'packages/core/src/sanitize/clean-tool.test.ts',
      'a hostile tool > stays callable: a choice goes back as the server spells it',
    ],
  },
  {
    id: 'sanitize.place',
    promise: 'A cleaned value goes back as the server spells it where the schema offers it, and never into free text.',
    provenBy: [
      'packages/core/src/sanitize/restore-values.test.ts',
      'a choice goes back by its place, as the server spells it there > a free text that equals a choice elsewhere',
    ],
  },
  {
    id: 'sanitize.pattern',
    promise: 'A pattern for names that can take exponential time refuses the policy.',
    provenBy: [
      'packages/core/src/sanitize/metadata-policy.test.ts',
      'the policy for metadata > refuses a pattern that can take exponential time',
    ],
  },
  {
    id: 'sanitize.names',
    promise: 'No two tools ever share a name, and the order of servers and tools changes nothing.',
    provenBy: [
      'packages/core/src/sanitize/name-tools.test.ts',
      'for any servers > no two tools share an alias, every tool has an alias or a problem, and the order changes nothing',
    ],
  },
  {
    id: 'scan.verdict',
    promise: 'A poisoned server is found, honest ones are clean, and accepted findings stay listed until they expire.',
    provenBy: [
      'test/transcripts.test.ts',
      'scan.txt > A poisoned server is found, honest ones are clean, and what is accepted stays listed',
    ],
  },
  {
    id: 'scan.own-tools',
    promise: 'Ordering the tools of one server is documentation and not an attack.',
    provenBy: [
      'packages/core/src/validate/scan/scan.test.ts',
      'several servers > the same text about a tool of the same server is documentation',
    ],
  },
  {
    id: 'scan.nothing',
    promise: 'A scan that saw nothing never says clean.',
    provenBy: ['packages/core/src/validate/scan/scan.test.ts', 'verdicts > nothing scanned is not clean'],
  },
  {
    id: 'scan.any-value',
    promise: 'No value can make the scanner crash, and its reports are inert.',
    provenBy: [
      'packages/core/src/validate/scan/scan.test.ts',
      'bad input > any value is judged without a crash, the same way twice, and its report is inert',
    ],
  },
  {
    id: 'adapt.export',
    promise: 'Whatever a server writes, nothing hidden reaches the tools that are handed to a model.',
    provenBy: ['packages/mcp/src/adapt/exporters.test.ts', 'OpenAI tools > hide nothing, whatever the server writes'],
  },
  {
    id: 'adapt.fit',
    promise: 'A tool that a model API would refuse is left out with a warning, and takes no other along.',
    provenBy: [
      'packages/mcp/src/adapt/exporters.test.ts',
      'a tool that Anthropic would refuse is left out, and takes no other along > a reference to the network',
    ],
  },
  {
    id: 'adapt.lock',
    promise: 'With a lock, tools that are new or have drifted are withheld and listed.',
    provenBy: [
      'packages/mcp/src/adapt/import-servers.test.ts',
      'with a lock > tools that are new or have drifted critically are withheld, with the reason',
    ],
  },
  {
    id: 'adapt.servers',
    promise: 'Tools of several real servers are imported together, and each call goes where it belongs.',
    provenBy: [
      'packages/mcp/src/adapt/two-servers.test.ts',
      'two real servers from npm at once > their tools have unmistakable names and are called where they belong',
    ],
  },
  {
    id: 'pages.readme-works',
    promise: 'Every command of the README works as printed.',
    provenBy: ['test/pages.test.ts', 'README.md > every command works as printed'],
  },
  {
    id: 'pages.guides-work',
    promise: 'Every command of a guide works as printed, from the top of the page to its end.',
    provenBy: ['test/pages.test.ts', 'docs/guide/guard.md > every command works as printed'],
  },
  {
    id: 'pages.code-compiles',
    promise: 'Code in the README and the guides compiles.',
    provenBy: ['test/pages.test.ts', 'the blocks of all pages > code is accepted by the compiler'],
  },
  {
    id: 'pages.picture',
    promise: 'The picture in the README is what the commands print.',
    provenBy: [
      'test/picture.test.ts',
      'the picture in the README > is what the commands print now; "npm run picture" makes it anew',
    ],
  },
  {
    id: 'author.strict',
    promise: 'A server does not start with a tool whose metadata contradicts itself.',
    provenBy: [
      'packages/mcp/src/author/register-tool.test.ts',
      'a tool that nobody should trust is not registered > metadata that contradicts itself',
    ],
  },
  {
    id: 'author.served',
    promise: 'What an author says of a tool once comes out as hints and _meta.',
    provenBy: [
      'packages/mcp/src/guides.test.ts',
      'the guides > the server in the guide for authors runs, and its hints and _meta come out',
    ],
  },
  {
    id: 'check.every-row',
    promise: 'Each row of the severity table decides the exit code of a check, in both columns, at every limit.',
    provenBy: [
      'test/scenarios/severity-table.test.ts',
      'every row of the severity table, through the command line > there is a case for every row',
    ],
  },
  {
    id: 'check.rug-pull',
    promise: 'A rewritten description fails the check and is shown word by word.',
    provenBy: [
      'test/transcripts.test.ts',
      'drift-description.txt > A rewritten description fails the check and is shown word by word',
    ],
  },
  {
    id: 'check.broken-server',
    promise: 'A server that dies or hangs could not be checked, which is never a match.',
    provenBy: [
      'test/transcripts.test.ts',
      'server-dying.txt > A server that dies or hangs could not be checked, which is never a match',
    ],
  },
  {
    id: 'guard.unlocked',
    promise: 'A tool that is not locked is denied, whatever the policy says.',
    provenBy: [
      'packages/core/src/guard/decide.test.ts',
      'what is decided > a tool that is not locked is denied, whatever the policy',
    ],
  },
  {
    id: 'guard.deny-only-tightens',
    promise: 'Adding a rule that denies never permits more.',
    provenBy: [
      'packages/core/src/guard/decide.test.ts',
      'for any policy and any call > adding a rule that denies never permits more',
    ],
  },
  {
    id: 'guard.order',
    promise: 'The order of the rules of a policy does not change what is decided.',
    provenBy: [
      'packages/core/src/guard/decide.test.ts',
      'for any policy and any call > the order of the rules does not matter',
    ],
  },
  {
    id: 'guard.condition-error',
    promise: 'A condition that fails on the arguments of a call denies the call, whatever its rule would decide.',
    provenBy: [
      'packages/core/src/guard/decide.test.ts',
      'a condition without an answer denies, whatever its rule decides > a missing argument',
    ],
  },
  {
    id: 'guard.http-strangers',
    promise: 'Over HTTP, a name that an attacker had answered with our address gets nothing.',
    provenBy: [
      'packages/mcp/src/proxy/http-listener.test.ts',
      'what is refused > a name that an attacker had answered with this address is refused',
    ],
  },
  {
    id: 'guard.http-token',
    promise: 'Without a token the guard does not listen where others than this machine could reach it.',
    provenBy: [
      'packages/mcp/src/proxy/http-listener.test.ts',
      'what is refused > without a token nothing listens where others could reach it',
    ],
  },
  {
    id: 'guard.http-isolation',
    promise: 'Clients that share servers do not hear what servers say of calls of others.',
    provenBy: [
      'packages/mcp/src/proxy/http-listener.test.ts',
      'requests since 2026-07-28 > while two clients call, what a server says of one of them is told to neither',
    ],
  },
  {
    id: 'guard.policy-test',
    promise: 'A policy can be tried out on a table of calls, without any server.',
    provenBy: [
      'test/transcripts.test.ts',
      'policy-test.txt > A policy is tried out on a table of calls, without any server',
    ],
  },
  {
    id: 'guard.approval-bound',
    promise: 'An approval is good for one call of one definition with these arguments, and for no other.',
    provenBy: [
      'packages/mcp/src/proxy/input-rounds.test.ts',
      'an approval in rounds > is void for other arguments: the person is asked again',
    ],
  },
  {
    id: 'guard.approval-drift',
    promise: 'A tool that changes while a person thinks is refused in spite of a yes.',
    provenBy: [
      'packages/mcp/src/proxy/ask-person.test.ts',
      'the person at a client of 2025 > a tool that changes while the person thinks is refused in spite of a yes: silently',
    ],
  },
  {
    id: 'guard.nobody-to-ask',
    promise: 'Where nobody can be asked, a call that needs a person is denied.',
    provenBy: [
      'packages/mcp/src/proxy/ask-person.test.ts',
      'where the client cannot ask > and nobody else can be asked, the call is denied: it says nothing',
    ],
  },
  {
    id: 'guard.approval-page',
    promise: 'On the approval page words of strangers stay words, and only who knows its address can answer.',
    provenBy: [
      'packages/mcp/src/proxy/approval-page.test.ts',
      'the approval page > words of strangers stay words, in an argument',
    ],
  },
  {
    id: 'guard.rug-pull',
    promise: 'A tool that changed after it was locked neither shows nor can be called until somebody approves it.',
    provenBy: [
      'test/scenarios/guarding.test.ts',
      'the story of a rug pull > lock, call, withheld and refused, approve, call again',
    ],
  },
  {
    id: 'guard.transparent',
    promise: 'A locked server gives through the guard what it gives without it.',
    provenBy: [
      'test/scenarios/guarding.test.ts',
      'real servers and a real client > a guarded server gives what the server itself gives',
    ],
  },
  {
    id: 'guard.hidden',
    promise: 'What is not locked is answered like what does not exist.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'what does not > a tool that is not locked is answered like one that does not exist',
    ],
  },
  {
    id: 'guard.change-during-call',
    promise: 'When a tool changes while it works, its result is withheld.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'what does not > a list that has changed is read again before the next call, and a change during a call withholds its result',
    ],
  },
  {
    id: 'guard.ids',
    promise: 'Ids of the client never reach a server.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'what passes > ids and progress tokens of the client never reach a server, and progress finds its way back',
    ],
  },
  {
    id: 'guard.audit-first',
    promise: 'A decision that cannot be written down is not carried out.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'what does not > a decision that cannot be written down is not carried out',
    ],
  },
  {
    id: 'guard.killed',
    promise: 'The log of a guard that was killed is whole up to there.',
    provenBy: [
      'test/scenarios/guarding.test.ts',
      'the audit log > of a guard that was killed in the middle of its work is whole up to there, and goes on',
    ],
  },
  {
    id: 'guard.neighbour',
    promise: 'A server that ends, hangs, floods or forges fails its own calls alone.',
    provenBy: ['test/scenarios/soak.test.ts', 'a good server never feels its bad neighbour, and no decision is lost'],
  },
  {
    id: 'guard.no-orphans',
    promise: 'When the guard ends, none of its servers is left.',
    provenBy: ['test/scenarios/guarding.test.ts', 'the end > SIGTERM: no process is left behind'],
  },
  {
    id: 'guard.advisory',
    promise: 'A tool is denied from the moment its registry confirms an incident about it, and other tools are not.',
    provenBy: [
      'packages/mcp/src/advisories/guarded-by-advisories.test.ts',
      'a guard that follows a registry > denies a tool from the moment the registry publishes an advisory about it, and passes the others',
    ],
  },
  {
    id: 'guard.advisory-outlasts',
    promise: 'An incident does not end because the registry is down.',
    provenBy: [
      'packages/mcp/src/advisories/watch-advisories.test.ts',
      'a registry that is out of reach > frees no tool by staying away: what an expired list names stays denied, and that is said loudly once',
    ],
  },
  {
    id: 'guard.advisory-rollback',
    promise: 'A registry, or whoever stands before it, cannot take advisories back with an older list.',
    provenBy: [
      'packages/mcp/src/advisories/watch-advisories.test.ts',
      'the remembered list > keeps a registry from going back, also when the clock was set back',
    ],
  },
  {
    id: 'guard.denied-hidden',
    promise: 'A tool that is denied whatever its arguments is answered like one that does not exist.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'what does not > a tool that the policy denies whatever its arguments is answered in the same way',
    ],
  },
  {
    id: 'guard.arguments',
    promise: 'Arguments that do not fit the locked schema never reach the server.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'what does not > arguments that do not fit the locked schema never reach the server',
    ],
  },
  {
    id: 'guard.instructions',
    promise: 'Instructions that are not the locked ones never reach the client.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'what does not > instructions that are not the locked ones are withheld, and the rest of the greeting is clean',
    ],
  },
  {
    id: 'guard.several-servers',
    promise: 'Tools of several servers keep names apart, and each call finds its server.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'several servers > their tools have names of their own, on pages of their own, and calls find their server',
    ],
  },
  {
    id: 'guard.http-tokens',
    promise: 'Over HTTP only whoever has the token is served, and the guard ends with all it started.',
    provenBy: [
      'test/scenarios/guard-http.test.ts',
      'toolmark guard --http > it says where it listens, serves whoever has the token, and ends with all it started',
    ],
  },
  {
    id: 'guard.does-not-start',
    promise: 'A guard that could protect nobody does not start.',
    provenBy: [
      'test/scenarios/guarding.test.ts',
      'a guard that could protect nobody does not start > a server that the lock does not know',
    ],
  },
  {
    id: 'guard.cut-log',
    promise: 'Records that were cut off the log of a guard are missed, even by a guard that was killed.',
    provenBy: [
      'test/scenarios/auditing.test.ts',
      'an audit log, written by processes that end badly > whatever is cut off afterwards is missed',
    ],
  },
  {
    id: 'audit.changed-byte',
    promise: 'Any changed byte of an audit log is found, and the record it stands in is named.',
    provenBy: [
      'packages/core/src/guard/verify-audit.test.ts',
      'a log that is not whole names its first bad record > any changed byte is found, in the record it stands in or the one after',
    ],
  },
  {
    id: 'audit.cut',
    promise: 'An audit log that was cut off anywhere is not whole.',
    provenBy: [
      'packages/core/src/guard/verify-audit.test.ts',
      'a log that is not whole names its first bad record > cut off at any byte, the record that is missing is named, with the head and without',
    ],
  },
  {
    id: 'audit.killed',
    promise: 'A guard that is killed while it writes leaves an audit log that verifies.',
    provenBy: [
      'test/scenarios/auditing.test.ts',
      'an audit log, written by processes that end badly > kill -9 in the midst of writing leaves a log that verifies, and the next writer goes on with it',
    ],
  },
  {
    id: 'audit.no-values',
    promise: 'An audit log holds no value of an argument unless that was asked for.',
    provenBy: [
      'packages/core/src/guard/audit-record.test.ts',
      'the record of a decision > holds no value of an argument unless asked for',
    ],
  },
  {
    id: 'audit.full-disk',
    promise: 'On a full disk a record fails whole, and the audit log stays whole.',
    provenBy: [
      'packages/mcp/src/audit/audit-log.test.ts',
      'an audit log > on a full disk > with room for 50 bytes a record fails whole, and later ones succeed',
    ],
  },
  {
    id: 'audit.command',
    promise: 'The records of the guard are read and checked, and whatever was done to them is found.',
    provenBy: [
      'test/transcripts.test.ts',
      'audit.txt > The records of the guard are read and checked, and whatever was done to them is found',
    ],
  },
  {
    id: 'audit.one-writer',
    promise: 'Two processes never write into one audit log.',
    provenBy: [
      'test/scenarios/auditing.test.ts',
      'an audit log, written by processes that end badly > two processes never write into one log',
    ],
  },
  {
    id: 'install.undo',
    promise: 'A config that the guard was put into can be put back byte for byte.',
    provenBy: [
      'test/scenarios/installing.test.ts',
      'putting the guard into clients > claude-desktop > gets the guard and is put back byte for byte, with nothing left behind',
    ],
  },
  {
    id: 'install.no-secrets',
    promise: 'An entry that starts the guard holds no secret of the server it stands for.',
    provenBy: [
      'packages/mcp/src/install/plan-install.test.ts',
      'an entry behind the guard > keeps no address and no header',
    ],
  },
  {
    id: 'install.backup',
    promise: 'Putting the guard in overwrites no backup.',
    provenBy: [
      'test/scenarios/installing.test.ts',
      'putting the guard into clients > a backup with another content is never overwritten',
    ],
  },
  {
    id: 'install.command',
    promise: 'The guard is put before the servers of a client with one command, and taken out with another.',
    provenBy: [
      'test/transcripts.test.ts',
      'install.txt > The guard is put before the servers of a client, and taken out again',
    ],
  },
  {
    id: 'reputation.vectors',
    promise: 'Reputation vectors are bit-exact through `toolmark reputation`.',
    provenBy: ['test/vectors/reputation.test.ts', 'all 97 vectors are bit-exact through the command'],
  },
  {
    id: 'reputation.own-voice',
    promise: 'What a publisher says of its own tools moves no reputation.',
    provenBy: [
      'packages/core/src/discover/reputation-of.test.ts',
      'the voices that count > what the publisher says does not matter',
    ],
  },
  {
    id: 'reputation.incident',
    promise: 'A confirmed critical incident outweighs every average.',
    provenBy: [
      'packages/core/src/discover/reputation-of.test.ts',
      'the reputation of a tool > a confirmed critical incident of the version outweighs every average, until it is withdrawn',
    ],
  },
  {
    id: 'publish.near-names',
    promise: 'A name that is one slip away from the name of another owner is seen.',
    provenBy: [
      'packages/core/src/publish/judge-name.test.ts',
      'keys near a key > any one slip in a name gives its key or one near it, whichever of the two was there first',
    ],
  },
  {
    id: 'publish.version-order',
    promise: 'A database orders versions as SemVer does.',
    provenBy: [
      'packages/core/src/publish/version.test.ts',
      'the order of versions > for any two versions the keys are ordered byte by byte as the versions are',
    ],
  },
  {
    id: 'registries.lossless',
    promise:
      'An entry that goes to another registry format and back is equal, or each difference is in the loss report.',
    provenBy: [
      'packages/core/src/describe/formats/convert.property.test.ts',
      'for any entry > every difference is in the loss report',
    ],
  },
  {
    id: 'registries.tools-unchanged',
    promise: 'A tool definition and its digest do not change on the way from one registry format to another.',
    provenBy: [
      'packages/core/src/describe/formats/convert.property.test.ts',
      'for any entry > a list of tools keeps every definition and digest through a server.json',
    ],
  },
  {
    id: 'registries.schema',
    promise: 'What Toolmark writes as server.json fits the published schema of 2025-12-11.',
    provenBy: [
      'test/public/registry-formats.test.ts',
      'the published schemas > toolhive-catalog.context7.server.json > as server.json fits the schema of 2025-12-11, and its extension the shape of ToolHive',
    ],
  },
  {
    id: 'registries.describe',
    promise: 'A live server becomes a server.json with every tool in full, and no argument of its launch.',
    provenBy: [
      'test/transcripts.test.ts',
      'registry-formats.txt > Entries of registries are described, checked and converted',
    ],
  },
  {
    id: 'registries.losses',
    promise: 'What a conversion to another registry format cannot keep is listed with its place.',
    provenBy: [
      'packages/core/src/describe/formats/server-to-docker.test.ts',
      "what Docker's catalog cannot hold is lost with its place > a schema that is no list of arguments",
    ],
  },
  {
    id: 'registries.report-ends',
    promise: 'However wrong a file is, its report has an end.',
    provenBy: [
      'packages/core/src/describe/formats/shape.test.ts',
      'a value that does not have its shape > however many items are wrong, the report has an end',
    ],
  },
  {
    id: 'registries.registries',
    promise: 'Tools in whole registries are under the same rules as any list of tools.',
    provenBy: [
      'packages/core/src/validate/validate.test.ts',
      'what a file holds > the tools of a registry in upstream form are under the rules for tools',
    ],
  },
  {
    id: 'registry.reports-harmless',
    promise: 'Reports of incidents change nothing before a person has confirmed them.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'judging (postgres) > reviews > reports change nothing by themselves, and join one review',
    ],
  },
  {
    id: 'registry.critical-quarantine',
    promise: 'A confirmed critical incident takes the version away at once, and a withdrawal brings back what it was.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'judging (postgres) > reviews > a critical incident takes the version away at once, and its withdrawal brings back what it was',
    ],
  },
  {
    id: 'registry.guard-follows',
    promise: 'What a registry confirms is denied by the guards that follow it.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'toolmark guard --registry > denies a published tool from the moment its registry confirms an incident',
    ],
  },
  {
    id: 'demo.whole-story',
    promise:
      '`npm run demo` tells the whole story with real processes: tools are published, locked and guarded, a server that turns is caught, the incident becomes an advisory, and a proper upgrade passes.',
    provenBy: [
      'test/scenarios/demo.test.ts',
      'npm run demo > tells the whole story, from an author to an advisory, and every step goes as told',
    ],
  },
  {
    id: 'demo.can-fail',
    promise: 'The demo fails where the story goes otherwise.',
    provenBy: ['test/scenarios/demo.test.ts', 'npm run demo > fails at the check when the server stays honest'],
  },
  {
    id: 'registry.admin-commands',
    promise: 'Admins make publishers and decide about incidents from the command line, and nobody else does.',
    provenBy: [
      'test/scenarios/registry/commands.test.ts',
      'the commands of a registry > an incident is reported, waits for an admin, and becomes an advisory',
    ],
  },
  {
    id: 'registry.one-list',
    promise: 'All processes of a registry serve one signed list of advisories, which never goes back.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'judging (postgres) > the list of advisories > is one list, whichever registry on the same rows is asked, and never goes back with a clock',
    ],
  },
  {
    id: 'registry.contract',
    promise: 'OpenAPI of the registry is valid 3.1, and every route answers what it says.',
    provenBy: [
      'test/scenarios/registry/contract.test.ts',
      'the API against its own description (postgres) > what it answers is what it says it answers',
    ],
  },
  {
    id: 'registry.tokens',
    promise: 'A token that is wrong, expired, revoked or of a suspended account opens nothing.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'who may do what (postgres) > a token that is wrong, expired, revoked or of a suspended account opens nothing, and is not told apart',
    ],
  },
  {
    id: 'registry.private',
    promise: 'Private tools leak neither content nor existence.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'who may do what (sqlite) > a tool that is private > is to others as if there were none: not in reads, writes, searches, filters or counts',
    ],
  },
  {
    id: 'registry.no-secrets-logged',
    promise: 'No token, hash of one or key is ever logged.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'who may do what (postgres) > no token, hash of one or key is ever logged, not even when the database is gone',
    ],
  },
  {
    id: 'registry.one-claim',
    promise: 'Of 50 first claims of one name at the same moment, one wins.',
    provenBy: [
      'test/scenarios/registry/races.test.ts',
      'at the same moment (postgres) > 50 publishers claim one name: one has it, and 49 are refused',
    ],
  },
  {
    id: 'registry.exact-counts',
    promise: '1,000 reads at once are counted exactly, also when the registry ends.',
    provenBy: [
      'test/scenarios/registry/races.test.ts',
      'at the same moment (sqlite) > 1,000 reads of a document are counted exactly, also when the registry ends before it has written them',
    ],
  },
  {
    id: 'registry.two-processes',
    promise: 'Two registries on one database lose nothing.',
    provenBy: [
      'test/scenarios/registry/races.test.ts',
      'at the same moment (postgres) > two processes start together on an empty database, take turns, and lose nothing',
    ],
  },
  {
    id: 'registry.crash',
    promise: 'kill -9 at any moment loses no acknowledged publish (SQLite).',
    provenBy: [
      'test/scenarios/registry/crash.test.ts',
      'when things break (sqlite) > kill -9 during a burst of publishes loses none that was acknowledged, byte for byte',
    ],
  },
  {
    id: 'registry.crash-postgres',
    promise: 'kill -9 at any moment loses no acknowledged publish (PostgreSQL).',
    provenBy: [
      'test/scenarios/registry/crash.test.ts',
      'when things break (postgres) > kill -9 during a burst of publishes loses none that was acknowledged, byte for byte',
    ],
  },
  {
    id: 'registry.rebuild',
    promise: 'The rows of a registry follow from its events, byte for byte.',
    provenBy: [
      'test/scenarios/registry/rebuilding.test.ts',
      'rows and events (postgres) > whatever happened, the rows made anew from the events are the rows that were there',
    ],
  },
  {
    id: 'registry.one-command',
    promise:
      'A registry starts with one command, with a token that only its owner can read and signed examples, and ends without losing a count.',
    provenBy: [
      'test/scenarios/registry/serving.test.ts',
      'the built registry, as an operator runs it > a first start makes a folder, a token and signed examples; a second one makes nothing',
    ],
  },
  {
    id: 'registry.moves',
    promise: 'A registry moves from SQLite to PostgreSQL with all it was.',
    provenBy: [
      'test/scenarios/registry/operating.test.ts',
      'backup and restore (sqlite) > it moves to the other kind of database too',
    ],
  },
  {
    id: 'registry.damaged-backup',
    promise: 'A backup that was cut short or altered is refused, and nothing is left behind.',
    provenBy: [
      'test/scenarios/registry/operating.test.ts',
      'backup and restore (postgres) > a file that is cut short, altered or something else is refused, and nothing is left behind',
    ],
  },
  {
    id: 'registry.import-bytes',
    promise: 'Imported documents are kept byte for byte, and bad lines are named and stop nothing.',
    provenBy: [
      'test/scenarios/registry/operating.test.ts',
      'importing (sqlite) > lines become tools of the operator, byte for byte, and bad lines are named',
    ],
  },
  {
    id: 'registry.bytes',
    promise: 'A document is downloaded as the bytes that were published.',
    provenBy: [
      'test/scenarios/registry/publishing.test.ts',
      'publishing (sqlite) > a document is found, read and downloaded as the bytes that were published',
    ],
  },
  {
    id: 'registry.versions',
    promise: 'The same bytes again are no new version (200), and other bytes under it are refused (409).',
    provenBy: [
      'test/scenarios/registry/publishing.test.ts',
      'publishing (sqlite) > the same bytes again are no new version, and other bytes are refused',
    ],
  },
  {
    id: 'registry.owners',
    promise: "Nobody changes another publisher's tools and account.",
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      "who may do what (sqlite) > nobody changes another publisher's tools and account",
    ],
  },
  {
    id: 'registry.writes',
    promise: 'Every write without a token is refused.',
    provenBy: [
      'test/scenarios/registry/contract.test.ts',
      'the API against its own description (sqlite) > every write without a token is refused as described, whatever it is sent to',
    ],
  },
  {
    id: 'registry.codes',
    promise: 'Every code of a problem stands in the specification with its status.',
    provenBy: ['test/scenarios/registry/contract.test.ts', 'the specification lists every code with its status'],
  },
  {
    id: 'registry.headers',
    promise: 'Every answer carries the headers that keep browsers careful.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'what is no honest request > every answer carries the headers that keep browsers careful',
    ],
  },
  {
    id: 'registry.origins',
    promise: 'Pages of other origins may read and never write.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'what is no honest request > pages of other origins may read and never write',
    ],
  },
  {
    id: 'registry.bodies',
    promise: 'A body beyond the limit is not read to its end.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'what is no honest request > 10 MB that are sent, and chunks without an end, are not read to the end',
    ],
  },
  {
    id: 'registry.rates',
    promise: 'Whoever asks too often waits, and nobody else does.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'limits > whoever asks too often waits, by account and by address, and nobody else does',
    ],
  },
  {
    id: 'registry.attempts',
    promise: 'Attempts that honest publishers do not make are listed for admins and counted.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'who may do what (sqlite) > attempts that honest publishers do not make are listed for admins and counted',
    ],
  },
  {
    id: 'registry.busy',
    promise: 'While another holds the database, writers are told to come back and readers are served.',
    provenBy: [
      'test/scenarios/registry/crash.test.ts',
      'when things break (sqlite) > while another holds the database writers are told to come back, and readers are not',
    ],
  },
  {
    id: 'registry.voices',
    promise: 'Feedback is one voice for each principal and version, and the latest counts.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'judging (sqlite) > feedback > is one voice for each principal and version, and the latest counts',
    ],
  },
  {
    id: 'registry.two-people',
    promise: 'Whoever reported an incident cannot confirm it, and a review is decided once.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'judging (sqlite) > reviews > are decided once, by an admin who did not report it',
    ],
  },
  {
    id: 'registry.low-score',
    promise: 'A score below 0.3 calls people, once.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'judging (sqlite) > reviews > a score below 0.3 calls people once, and their word holds for a month',
    ],
  },
  {
    id: 'registry.similar-names',
    promise: 'A new name that can be taken for another waits for a person, unseen.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'judging (sqlite) > reviews > a name that resembles another waits, and a person lets it go or keeps it away',
    ],
  },
  {
    id: 'registry.private-advisories',
    promise: 'An advisory about a private tool tells neither its name nor its story.',
    provenBy: [
      'test/scenarios/registry/judging.test.ts',
      'judging (sqlite) > the list of advisories > denies a private tool by its digest and tells neither its name nor its story',
    ],
  },
  {
    id: 'registry.commands',
    promise: 'A document is signed, published, found and shown from the command line.',
    provenBy: [
      'test/scenarios/registry/commands.test.ts',
      'the commands of a registry > a document is signed, tried out, published, found and shown',
    ],
  },
  {
    id: 'registry.login',
    promise: 'A token is kept for its registry alone, where nobody else can read it.',
    provenBy: [
      'test/scenarios/registry/commands.test.ts',
      'the commands of a registry > a token is kept for its registry alone, where nobody else can read it',
    ],
  },
  {
    id: 'registry.import-signed',
    promise: 'An import demands signatures unless told otherwise, and takes no broken one.',
    provenBy: [
      'test/scenarios/registry/operating.test.ts',
      'importing (sqlite) > signatures are demanded unless they are not, and a broken one is never taken',
    ],
  },
  {
    id: 'registry.offline',
    promise: "A registry's database is loaded, copied, moved and mended without any server.",
    provenBy: [
      'test/transcripts.test.ts',
      "registry.txt > A registry's database is loaded, copied, moved and mended without any server; who finds no registry is told what to do",
    ],
  },
  {
    id: 'registry.mcp',
    promise: 'Over MCP the registry finds tools, and tells a published definition from a changed one.',
    provenBy: [
      'test/scenarios/registry/mcp.test.ts',
      'the registry as an MCP server (sqlite) > finds tools, reads them, and tells a published definition from a changed one',
    ],
  },
  {
    id: 'registry.port',
    promise: 'A port that is taken is a sentence and exit 2.',
    provenBy: [
      'test/scenarios/registry/serving.test.ts',
      'the built registry, as an operator runs it > a port that is taken is said in a sentence, and is exit 2',
    ],
  },
  {
    id: 'registry.caching',
    promise: 'What a token shows is kept by no cache that others share, and a problem by none.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'what is no honest request > what anyone may see is kept for a moment, what a token shows by nobody else, and a problem never',
    ],
  },
  {
    id: 'client.token',
    promise: 'A token goes over https or to this machine, and never to where a registry redirects.',
    provenBy: [
      'packages/client/src/client.test.ts',
      'where a token goes > not with a redirect to another place, which is not followed',
    ],
  },
  {
    id: 'client.browser',
    promise: 'The client of a registry runs in a browser: nothing of Node is in it.',
    provenBy: ['packages/client/src/client.test.ts', 'a browser can have it: nothing of Node is in the bundle'],
  },
  {
    id: 'servers.clients',
    promise: 'Clients of the MCP Registry browse a Toolmark registry without a token and without a change.',
    provenBy: [
      'test/scenarios/registry/servers.test.ts',
      'the API of the MCP Registry (sqlite) > an editor finds, lists and reads servers without a token',
    ],
  },
  {
    id: 'servers.changes',
    promise: 'Whoever asks for what changed since the last change they saw misses nothing.',
    provenBy: [
      'test/scenarios/registry/servers.test.ts',
      'the API of the MCP Registry (postgres) > updated_since gives what changed later, the deleted too, and misses nothing',
    ],
  },
  {
    id: 'servers.namespaces',
    promise: 'Nobody publishes a server under a namespace that they have not proven.',
    provenBy: [
      'test/scenarios/registry/servers.test.ts',
      'namespaces (sqlite) > a token publishes what its namespace covers, and nothing else',
    ],
  },
  {
    id: 'servers.resume',
    promise: 'A mirror that is interrupted goes on after the last whole page.',
    provenBy: [
      'test/scenarios/registry/servers.test.ts',
      'mirroring another registry (sqlite) > a pass that is interrupted goes on after its last whole page',
    ],
  },
  {
    id: 'cli.page',
    promise: 'docs/cli.md has every command with its options, exit codes and an example, as the program defines them.',
    provenBy: [
      'test/cli-page.test.ts',
      'the page of commands > docs/cli.md is what the commands say; "npm run generate" writes it',
    ],
  },
  {
    id: 'cli.topics',
    promise: 'Help explains commands and topics, and a misspelt one is exit 2 with what may have been meant.',
    provenBy: ['test/transcripts.test.ts', 'help.txt > Help explains commands and topics, and guesses what was meant'],
  },
  {
    id: 'cli.completion',
    promise: 'Completion offers commands, options and values in a real shell, and starts no process for it.',
    provenBy: ['test/scenarios/completion-bash.test.ts', 'in bash > TAB starts no process'],
  },
  {
    id: 'packages.one-version',
    promise: 'All packages have one version, and want exactly that of each other.',
    provenBy: ['test/packages.test.ts', 'the packages > have one version, and want exactly that of each other'],
  },
  {
    id: 'servers.search',
    promise: 'Search in servers takes its text literally, whatever the case.',
    provenBy: [
      'test/scenarios/registry/servers.test.ts',
      'the API of the MCP Registry (sqlite) > search takes its text literally, in names and descriptions, whatever the case',
    ],
  },
  {
    id: 'policy.effective-flags',
    promise: 'A flag that nobody declared counts as the worst that MCP assumes.',
    provenBy: [
      'packages/core/src/describe/hints.test.ts',
      'what is not declared > is effective as the worst case MCP assumes, and known to be assumed',
    ],
  },
  {
    id: 'policy.explained',
    promise: 'A policy can be asked what it says of each locked tool.',
    provenBy: ['test/transcripts.test.ts', 'policy-explain.txt > What a policy says of each locked tool'],
  },
  {
    id: 'advisories.vectors',
    promise: 'Anyone can check a list of advisories against published vectors.',
    provenBy: ['test/vectors/advisories.test.ts', 'test/vectors/advisories.json > EdDSA'],
  },
  {
    id: 'registry.bound-tokens',
    promise: 'A token that is bound to a namespace does nothing but publish server entries there.',
    provenBy: [
      'test/scenarios/registry/servers.test.ts',
      'namespaces (sqlite) > a token that is bound to a namespace does nothing but publish entries there',
    ],
  },
  {
    id: 'registry.others-tools',
    promise: 'Nobody changes the tools or the account of another publisher.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      "who may do what (sqlite) > nobody changes another publisher's tools and account",
    ],
  },
  {
    id: 'registry.no-inner-addresses',
    promise: 'No stranger makes a registry ask an address that is not public.',
    provenBy: [
      'packages/registry/src/proving/public-address.test.ts',
      'addresses that strangers may make a registry ask > 169.254.169.254 is not one of them',
    ],
  },
  {
    id: 'registry.no-flood',
    promise: 'A registry does not read on when a body does not end.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'what is no honest request > 10 MB that are sent, and chunks without an end, are not read to the end',
    ],
  },
  {
    id: 'registry.browser-pages',
    promise: 'Pages of other origins read what is public from a registry, and write nothing.',
    provenBy: [
      'test/scenarios/registry/security.test.ts',
      'what is no honest request > pages of other origins may read and never write',
    ],
  },
  {
    id: 'lock.refused',
    promise: 'A lock that is missing, cut, from elsewhere or edited by hand is refused.',
    provenBy: [
      'test/transcripts.test.ts',
      'lock-bad-input.txt > A lock that is missing, cut, from elsewhere or edited by hand is refused',
    ],
  },
  {
    id: 'policy.unknown-word',
    promise: 'One unknown key or word refuses a whole policy, with everything wrong at once.',
    provenBy: [
      'packages/core/src/describe/policy.test.ts',
      'an unknown word or a wrong type refuses the whole policy > and everything wrong is reported at once',
    ],
  },
  {
    id: 'guard.no-start',
    promise: 'Without a whole lock and a policy that is understood the guard does not start.',
    provenBy: [
      'test/scenarios/guarding.test.ts',
      'a guard that could protect nobody does not start > an unknown policy word',
    ],
  },
  {
    id: 'guard.not-locked-server',
    promise: 'A server that is not in the lock keeps the guard from starting.',
    provenBy: [
      'packages/mcp/src/proxy/guard.test.ts',
      'what does not > a server that is not in the lock keeps the guard from starting',
    ],
  },
  {
    id: 'guard.advisories-unreachable',
    promise: 'A guard that follows a registry does not start before it has heard from it once.',
    provenBy: [
      'packages/mcp/src/advisories/watch-advisories.test.ts',
      'a guard that has no advisories at all > does not start while nobody is at the address',
    ],
  },
  {
    id: 'cli.fault',
    promise: 'A fault of our own is exit 2, and JSON where that was asked for.',
    provenBy: [
      'packages/cli/src/main.test.ts',
      'the command line > an unexpected fault is exit 2 and says so as JSON, never a stack trace',
    ],
  },
  {
    id: 'cli.new-files',
    promise: 'A new file never replaces one that exists.',
    provenBy: ['packages/cli/src/write-file.test.ts', 'writing files > a new file never replaces one that exists'],
  },
  {
    id: 'output.large-integer',
    promise: 'A number beyond 2^53 that a stranger wrote stops no command that only passes it on.',
    provenBy: [
      'packages/core/src/base/write-json.test.ts',
      'an integer beyond 2^53 > keeps every digit, wherever it stands',
    ],
  },
  {
    id: 'fuzz.finds',
    promise: 'The fuzzer finds a planted crash, a planted wrong answer and a planted hang, and names the input.',
    provenBy: [
      'test/fuzz.test.ts',
      'a planted fault > behind a word that no seed has is found, and its input made small',
    ],
  },
];
