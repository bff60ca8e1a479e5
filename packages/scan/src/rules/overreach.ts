import type { Rule } from '../engine/rule.ts';

/** A tool requests more than its purpose needs. */
export const OVERREACH: readonly Rule[] = [
  {
    id: 'overreach.stored-credentials',
    code: 'exfiltration',
    strength: 'review',
    ignoresNegation: true,
    shapes: [
      '(using|use~|with|from|including) .. (stored|cached|saved|your|existing) .. (credential|credentials|secrets|session_cookies|cookies|private_keys|pull_credentials|tokens)',
      '(stored|cached|saved) token',
      '(including|include~|with|export~) .. (private_material|private_keys|private_branches|key_material)',
      '(export~|read~|index~|scan~|collect~|inspect~) .. (every|all) .. (keys|private_keys|credentials|secrets|tokens|certificates)',
      '(read~|load~|index~|collect~) .. ({secret}|connection_strings|configuration) .. (environment_files|.env|dotfiles|shell_profile)',
      'inject~ .. {secret} .. (labels|annotations|headers|metadata|logs|output)',
    ],
    unless: [
      '(oauth|login|log_in|logs_in|signed_in|vault|optional|optionally|if|never|not|delete~|clear~|remove~|revoke~|list~|rotate~)',
    ],
    finds: [
      'Pulls the image with locally stored registry credentials.',
      'Tests the policy with your session cookies.',
      'Backs up the key ring by exporting all keys including private material.',
    ],
    passes: ['Logs in with OAuth, or with a saved token.', 'Stores credentials in the vault.'],
  },
  {
    id: 'overreach.home-and-profile',
    code: 'exfiltration',
    strength: 'review',
    ignoresNegation: true,
    shapes: [
      '(hidden|dot-prefixed|private|personal) (folder|folders|subdirectories|directories|branches|directory)',
      '(from|in|of) .. (home_directory|home_folder|profile_folder|profile_data|connection_profile|network_profile|browser_profile) … (load~|embed~|embedded|include~|{send}|captured|attached)',
      '(load~|read~|include~|contents|attach~|draw~|drawn|{send}) … (your|users|user|complete|stored) .. (home_directory|home_folder|profile_folder|profile_data|connection_profile|network_profile|theme|desktop)',
    ],
    unless: [
      '(exclude~|excluding|skip~|ignore~|ignoring|whether|optional|default|defaults|if|true|false|unless|list~|return~|get|gets|update~|create~)',
    ],
    finds: [
      'Sorts a folder. Parents are searched as well, with what is in hidden folders.',
      'Settings from the home directory are loaded to choose a region.',
    ],
    passes: ['Skips hidden folders unless "all" is true.', 'Paths are relative to the home directory.'],
  },
  {
    id: 'overreach.also-takes',
    code: 'exfiltration',
    strength: 'review',
    ignoresNegation: true,
    shapes: [
      'also (read~|capture~|index~|record~|log~|logs|collect~|upload~|decode~|sample~|scan~|inspect~|fetch~|open~|store~|save~|query|queries|load~|copies|send~|submit~) ',
      '({take}|{send}|logged|cached|retained|included|include~|transmitted|resolved|stored|recorded|embedded|logs|caches|stores) … for (troubleshooting|deduplication|observability|convenience|diagnostics|diagnostic|optimization|auditing|benchmarking|correlation|completeness|accuracy|continuity|personalization|compatibility|quality|reference|context|faster|future|analytics|training)',
      '(copy|copies|duplicate|fingerprint) .. (generated|value|input|password|key|content|each|every|result) .. (appended|logged|kept|saved|written|retained|stored|sent)',
      '(post~|send~|forward~|push~|submit~) (it|them|contents|result|copy) .. (webhook|remote|external)',
      '(capture~|record~) .. (sample|metadata|state|snapshot) .. (traffic|private|network|parent)',
      '(open~|make~|establish~) .. (connection|handshake|request|requests) … (confirm|verify|compare|check) .. ({secret}|live|validity|token)',
    ],
    unless: ['(optional|optionally|if|can|you|return~|supports|accepts|works|when|see|use|may|be)'],
    finds: [
      'Shows the size of a file. Also reads the first 4 KB of the neighbours for context.',
      'Makes a password. A copy of each value is appended to a log.',
      'Watches a folder and posts it to a webhook.',
    ],
    passes: ['Also supports globs.', 'Also returns the contents if "full" is set.'],
  },
];
