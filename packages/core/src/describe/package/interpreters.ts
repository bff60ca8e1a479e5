import { type OptionTable, optionTable } from './option-table.ts';

/** A program that runs a file of this machine. */
export interface Interpreter {
  /** A word that may stand before the file. */
  readonly subcommand?: string;
  /** The file may only be given after the subcommand. */
  readonly needsSubcommand?: boolean;
  readonly options: OptionTable;
  /** A name without a code ending is a script of package.json or a command. */
  readonly needsEnding?: boolean;
}

const NODE: Interpreter = {
  options: optionTable(
    {
      flag: `--no-warnings --enable-source-maps --trace-warnings --trace-deprecation --no-deprecation --watch
      --preserve-symlinks --preserve-symlinks-main --use-system-ca --use-openssl-ca --use-bundled-ca
      --experimental-strip-types --experimental-transform-types --experimental-sqlite --experimental-wasm-modules
      --experimental-vm-modules --experimental-fetch --expose-gc --abort-on-uncaught-exception --inspect
        --max-old-space-size --max-semi-space-size`,
      value: `--max-http-header-size --disable-warning
      --unhandled-rejections --dns-result-order --title`,
      opaque: `-r --require --import --loader --experimental-loader -e --eval -p --print -pe -c --check --test --run
      --env-file --env-file-if-exists --experimental-config-file -i --interactive --conditions -C`,
    },
    { hasFlagValues: true },
  ),
};

const PYTHON: Interpreter = {
  options: optionTable(
    { flag: '-u -B -E -I -s -S -O -q -v -b -d -P', value: '-W -X', opaque: '-c -m -i' },
    { hasClusters: true },
  ),
};

const PY: Interpreter = {
  options: optionTable({
    flag: '-u -B -E -I -s -S -O -q -v -b -d -P -2 -3',
    value: '-W -X',
    opaque: '-c -m -i',
  }),
};

const DENO: Interpreter = {
  subcommand: 'run',
  needsSubcommand: true,
  needsEnding: true,
  options: optionTable(
    {
      flag: `-A --allow-all -R --allow-read -W --allow-write -N --allow-net -E --allow-env -S --allow-sys --allow-run
      --allow-ffi -q --quiet --no-prompt --no-check --cached-only --node-modules-dir`,
      opaque: '--preload --import --import-map -c --config --env-file --unstable --lock -r --reload -L',
    },
    { hasFlagValues: true },
  ),
};

const BUN: Interpreter = {
  subcommand: 'run',
  needsEnding: true,
  options: optionTable({
    flag: '--silent --smol --no-install --hot --watch',
    opaque: '-r --preload --require --import -e --eval -p --print --cwd --env-file -c --config -b --bun',
  }),
};

const TSX: Interpreter = { needsEnding: true, options: optionTable({}) };

const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map([
  ['node', NODE],
  ['nodejs', NODE],
  ['python', PYTHON],
  ['py', PY],
  ['deno', DENO],
  ['bun', BUN],
  ['tsx', TSX],
  ['ts-node', TSX],
]);

/** `python3` and `python3.12` are read as `python`. */
export function interpreterOf(name: string): Interpreter | undefined {
  return INTERPRETERS.get(name) ?? (/^python\d(?:\.\d{1,2})?w?$/.test(name) ? PYTHON : undefined);
}

/** Programs that run code which their own file does not hold. */
const LAUNCHERS = `sh bash zsh dash ash ksh csh tcsh fish powershell pwsh cmd command wsl ssh su sudo doas pkexec runas
  nohup nice time timeout stdbuf setsid xargs exec eval source env start open caffeinate arch rosetta
  busybox script unbuffer dotenv cross-env corepack npm-run ts-node-dev nodemon pm2 volta fnm nvm mise asdf direnv
  nix nix-shell nix-run flatpak snap conda mamba micromamba pixi poetry pdm hatch rye pipenv tox pip pip3
  docker-compose nerdctl kubectl compose lima colima ruby bundle gem perl php composer java kotlin scala dotnet dnx mono
  go cargo rustc swift swipl julia lua luajit Rscript elixir erl ghc stack make just task ninja bazel gradle mvn
  osascript wscript cscript mshta rundll32 tclsh expect supergateway mcp-remote mcp-proxy`;

const LAUNCHER_NAMES: ReadonlySet<string> = new Set(LAUNCHERS.trim().split(/\s+/));

export function isLauncher(name: string): boolean {
  return LAUNCHER_NAMES.has(name);
}
