/** Why a config file, or one entry of it, cannot be used or is worth a remark: what is wrong and what to do. */
export const CONFIG_CODES = {
  'config.encoding': ['The file is not UTF-8.', 'Save it as UTF-8.'],
  'config.syntax': ['The file is not JSON with comments, or not TOML.', 'Mend it at the place that is named.'],
  'config.too-large': ['The file is too large or too deep.', 'Pass the file that lists the servers.'],
  'config.duplicate-key': ['Two servers or members have one key.', 'Rename or remove one of them.'],
  'config.similar-key': ['Two keys differ in their case alone.', 'Rename one of them.'],
  'config.malformed': ['A part does not have its shape.', 'Write it as the host describes.'],
  'config.disabled': ['The entry is switched off.', 'Nothing, or switch it on.'],
  'config.shadowed': ['A nearer entry of the same key counts.', 'Nothing, or rename one of them.'],
  'config.needs-input': ['A value is asked for by the host.', 'Put it into a variable of the environment.'],
  'config.unset-variable': ['A variable of the environment is not set.', 'Set it, or give it a default.'],
  'config.withheld-variable': [
    "The variable is withheld from servers: it is Toolmark's own or belongs to a CI runner.",
    'Set a variable of another name, and name that one.',
  ],
  'config.same-server': ['Several clients name the same server. It has one key in the lock.', 'Nothing.'],
  'config.keys-apart': [
    'Several clients name different servers by one key. Each has the key "PLACE: KEY", as in "Cursor, user: weather".',
    'Nothing, or rename one of them.',
  ],
  'config.behind-guard': ['The entry starts the guard; the server behind it is asked.', 'Nothing.'],
  'config.unresolved-guard': [
    'The entry starts a guard, or something that looks like one, and the server behind it cannot be determined.',
    'Run "toolmark install" with --undo and install again, or put the server itself into the config.',
  ],
  'config.unknown-variable': ['Only the host can fill this variable in.', 'Write the value out.'],
  'config.unsupported': ['The way to reach the server is not supported.', 'Use stdio or streamable HTTP.'],
  'config.incomplete': [
    'There is neither a command nor an address, or both, or not what the type says.',
    'Give the one you mean.',
  ],
} as const satisfies Readonly<Record<string, readonly [title: string, advice: string]>>;

export type ConfigCode = keyof typeof CONFIG_CODES;
