import { domainsText } from './domains.ts';
import { ENVIRONMENT } from './environment.ts';

/** A text for `toolmark help NAME`: for those who know what they want to do and not yet how. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export const TOPICS: readonly Topic[] = [
  {
    name: 'start',
    title: 'the first five minutes',
    text: `You use servers of others:

    toolmark scan                 find tool poisoning and hidden text
    toolmark lock                 pin their current tools
    toolmark check                report what changed since
    toolmark install cursor       put the guard in front of a client's servers

Without further words these take the servers of ./.mcp.json, ./mcp.json or
./.vscode/mcp.json ("toolmark help sources" has the other ways).

You write tools:

    toolmark init                 a document and a policy to start from
    toolmark validate FILE        report all errors
    toolmark keygen --out DIR     a key and a certificate
    toolmark sign FILE --key K --cert C
    toolmark publish FILE         to a registry: "toolmark help registry"

"toolmark doctor" proves that this installation works.`,
  },
  {
    name: 'exit-codes',
    title: 'what 0, 1 and 2 mean, and what is printed where',
    text: `0   the answer is yes: valid, trusted, unchanged, clean, done
1   the answer is no: findings, drift, untrusted, denied, refused
2   error, the check did not run: wrong usage, unreadable input, no
    connection, or a bug in Toolmark

"Could not check" is never 0. "check" and "scan" end with 1 when something bad
was found, even if another server could not be asked; "validate" ends with 2
when any file could not be read.

Results go to standard output, messages and progress to standard error. With
--format json standard output is exactly one JSON object, also on exit 2:

    {"error":{"code":"usage.no-servers","message":"..."}}

Codes never change their meaning; sentences may. Equal input gives equal bytes.
Control characters in the text of tools are escaped.`,
  },
  {
    name: 'sources',
    title: 'where servers and tools come from',
    text: `Commands that ask live servers (lock, check, scan, guard, validate, digest,
snapshot, describe) take one source:

    -- COMMAND ARGUMENTS    a server that is started and speaks on stdio
    --url URL               a server that speaks streamable HTTP
    --config FILE           an mcp.json: mcpServers, or servers of VS Code
    --discover              the servers of every known client on this machine

With none of these: ./.mcp.json, ./mcp.json, ./.vscode/mcp.json, in that order
(guard has no --discover; validate needs a source or a file).

The key of a server is its key in the config, or --name, else "default".
--server KEY picks one of several. One broken server never hides the others.

Some servers show other tools to clients that can do more. We declare sampling,
elicitation and roots. To ask as another client: --capabilities roots,
--capabilities 'io.modelcontextprotocol/ui={"mimeTypes":["text/html"]}',
--client-name NAME, --protocol legacy.

Where a command takes a file of tools, a tools/list result, a snapshot, a tool
and a tool document will all do; "-" reads standard input.`,
  },
  {
    name: 'domains',
    title: 'service domains, operations and flags of a tool, and how to choose',
    text: domainsText(),
  },
  {
    name: 'lockfile',
    title: 'toolmark.lock.json: what it holds, and how a team uses it',
    text: `"toolmark lock" writes every definition that servers show into one file:
tools, prompts, resources, templates and instructions, each with its digest.
Commit it. There is no time in it and its keys are sorted, so the same servers
give the same bytes, and a change reads well in a review.

    toolmark lock                        lock, or take over what you have read
    toolmark check                       in CI: exit 1 on critical changes
    toolmark lock --approve TOOL@DIGEST  take over one tool and nothing else
    toolmark diff OLD NEW                compare two locks

A lock in which a digest and its definition disagree was edited by hand, and is
refused. The order of tools and of JSON keys at the server does not matter.

--allow subset lets a server show less than is locked without being drift.
--import FILE takes over a lock of MCPTrust, and says what that did not cover.`,
  },
  {
    name: 'packages',
    title: 'pinned packages: the code behind a server, and how it is started',
    text: `"toolmark lock" also pins what a command such as "npx -y NAME" runs: version
and digest, also of every dependency. The list of dependencies is in
toolmark.packages.json beside the lock. Commit both.

    toolmark lock                     keeps the locked version
    toolmark lock --update KEY        resolve again; show what is new, and ask
    toolmark check                    report what the command would run now
    toolmark guard, toolmark run KEY  start exactly what is locked
    toolmark vulnerabilities          ask for known vulnerabilities

Nothing is started by npx or uvx: packages are installed into a store that all
projects share, without their install scripts, and are verified before each
start. Without a network it works once the store has them. What cannot be
pinned is said with the reason. Local files are noted and not enforced.

--allow-scripts NAME lets a package run its install script. --no-package leaves
packages out. A policy can require npm provenance, which needs a trusted root:

    packages:
      from: ["https://github.com/example/*"]
      trustedRoot: trusted-root.json

"toolmark store list", "verify" and "prune" look after the store, which is the
folder of TOOLMARK_STORE, or of the user's cache.`,
  },
  {
    name: 'severity',
    title: 'how bad a change is: critical, info, safe',
    text: `"check" and "diff" give every change one of three severities:

    critical   a tool came, accepts other input, has other hints or another
               risk, or its texts say something else
    info       an item was removed, or _meta or icons changed
    safe       a typo fix, or an equivalent schema

--fail-on critical (the default) fails on critical changes alone, info on
critical and info, safe on all.

--severities seed judges as the original description of capability identity
does: there every edit of a description is safe. The default table does not
believe that: the description is what the model obeys.

A policy sets both for a project:

    drift: { severities: toolmark, failOn: critical }`,
  },
  {
    name: 'digests',
    title: 'the identity of a tool',
    text: `The identity of a tool is a digest of everything its server says about it:
SHA-256 over the RFC 8785 form of the whole definition, as in

    sha256:1e66f86b...

The order of members and the spelling of numbers do not matter. Everything else
does: a word in a description, a hint, an unknown member.

    toolmark digest FILE              tools of a list, a snapshot or a document
    toolmark digest -- COMMAND        tools of a live server

Digests of the parts (description, inputSchema, ...) say what moved. The
surface digest of a server covers all its tools, prompts, resources, templates
and instructions.

--profile mcptrust prints the hashes that MCPTrust writes, for comparison; they
leave out hints, output schemas, titles, _meta and instructions.`,
  },
  {
    name: 'signing',
    title: 'keys, signatures, and whom to trust',
    text: `    toolmark keygen --ca --subject "Example Root" --out root
    toolmark keygen --subject Ada --issuer root/certificate.pem \\
        --issuer-key root/key.pem --out ada
    toolmark sign tool.json --key ada/key.pem --cert ada/certificate.pem
    toolmark verify tool.json --trust root/certificate.pem

"verify" names one outcome: trusted (exit 0), or untrusted, unsigned, invalid,
revoked, expired or malformed (exit 1), with the reason and with what the
signature does not cover. Only signatures over the whole document pass with
--require toolmark; those of the original format (etdi-tool, etdi-document)
leave members open. --max-age 90d refuses older signatures.

Trust comes from --trust (authorities or signers) or --pin (digests of a
certificate or key), and is taken back by CRLs (--crl) and by lists that
"toolmark revoke" writes (--revoked). Nothing is fetched: all of it works
offline. Keys are written with mode 0600 and never overwritten.`,
  },
  {
    name: 'policy',
    title: 'toolmark.policy.yaml: what is cleaned, waived and allowed',
    text: `One file says how untrusted texts are cleaned, what drift means, which calls
may pass the guard, and which findings are accepted:

    version: 1
    metadata: { maxDescriptionLength: 2000 }
    drift: { severities: toolmark, failOn: critical }
    default: allow              # locked, unchanged tools that no rule matches
    rules:
      - match: { tool: "delete_*", destructive: true }
        decision: ask           # deny beats ask beats allow
        reason: "Deletes need a person."
    waivers:
      - { rule: "metadata.delete-not-destructive", tool: "trash_item",
          reason: "moves to a bin", expires: "2027-06-30" }

What is not locked, or has drifted, is always denied. An unknown key or word
refuses the file and names its line. "when" holds a condition in CEL; a
condition that fails to evaluate denies.

    toolmark policy explain         what applies to each locked tool
    toolmark policy test FILE       a table of calls, and what is expected`,
  },
  {
    name: 'guard',
    title: 'the MCP proxy between a client and its servers',
    text: `"toolmark guard" is an MCP server in front of the real ones. It shows the model
only tools that are locked and unchanged, forwards only calls that the policy
allows, and logs every decision.

    toolmark lock -- COMMAND            first: what may be used
    toolmark guard -- COMMAND           the command for the client
    toolmark install CLIENT             put it in front of a client's servers
    toolmark install CLIENT --undo      remove it

--mode enforce (the default) refuses; filter changes lists alone; audit only
logs. --audit FILE writes a hash-chained log without the values of
arguments; "toolmark audit verify FILE" proves that it is whole.

Where the policy says "ask", a person is asked: in the client if it can, else on
a page of this machine (--approve-port). No answer means deny.

--http PORT serves any number of clients. --registry URL --registry-key FILE
denies tools that a registry has confirmed incidents about.`,
  },
  {
    name: 'scanning',
    title: 'tool poisoning, hidden text and shadowing',
    text: `"toolmark scan" reads every text that servers show: names, descriptions,
parameters, defaults, examples, instructions. It looks for orders to the model,
for hidden characters and encodings (shown decoded, as evidence), for secrets
that are asked for, and for texts that reach into tools of other servers.
Without a source it scans all servers of all clients on this machine together.

Findings have two tiers:

    block     almost always malicious: exit 1
    review    suspicious: exit 1 only with --fail-on review

A policy waives a finding for a tool, with a reason and a last day
(--policy FILE). The report carries the version and the digest of the rules.

A scan is a heuristic. A lock is exact: it records which definitions were
approved. Use both.`,
  },
  {
    name: 'registry',
    title: 'running a registry, and using one',
    text: `    toolmark serve                        on 127.0.0.1:8484, in ./toolmark-data
    DATABASE_URL=postgres://... toolmark serve

The first start makes an admin token and names the file it is in. The API is
described at /openapi.json; clients of the MCP Registry use /v0.1.

Readers need no account:

    toolmark search invoices --max-risk medium
    toolmark show search_invoices
    toolmark list --show-tools

Publishers have a token, which "toolmark login" keeps, and a registered
certificate:

    toolmark publish tool.json --key K --cert C
    toolmark status NAME VERSION deprecated --reason "Use 2.0."
    toolmark feedback NAME --type negative_usage

Admins let people publish, and decide what is reported:

    toolmark publisher ada --name "Ada" --cert ada.pem --token-out ada.token
    toolmark review

Operators: "toolmark import", "toolmark registry backup", "restore", "rebuild"
and "sync", which mirrors another registry. --registry URL or
TOOLMARK_REGISTRY names the registry that is asked.`,
  },
  {
    name: 'environment',
    title: 'variables that are read',
    text: [...ENVIRONMENT].map(([name, about]) => `${name.padEnd(22)} ${about}`).join('\n'),
  },
];
