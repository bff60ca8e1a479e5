import { type OptionTable, optionTable } from './option-table.ts';

/** A program that fetches a package and starts it. */
export interface Runner {
  readonly type: 'npm' | 'pypi' | 'oci';
  readonly command: string;
  /** The words that may follow it; an empty list if none has to. */
  readonly subcommands: readonly (readonly string[])[];
  /** Options before the subcommand. */
  readonly globals?: OptionTable;
  readonly options: OptionTable;
  /** Options are read after the package too, up to `--`. */
  readonly isMixed?: boolean;
}

const NONE = optionTable({});

const NPX = optionTable({
  flag: `-y --yes --no --no-install --prefer-offline --prefer-online --offline -q --quiet -s --silent
    --no-audit --no-fund --no-update-notifier --ignore-existing`,
  value: '--loglevel',
  package: '-p --package',
  opaque:
    '-c --call -n --node-arg --node-options --registry --userconfig --prefix --workspace -w --workspaces --script-shell',
});

const NPM = optionTable({
  flag: `-y --yes --no --prefer-offline --prefer-online --offline -q --quiet -s --silent
    --no-audit --no-fund --no-update-notifier`,
  value: '--loglevel',
  package: '--package',
  opaque: '-c --call --node-options --registry --userconfig --prefix -C --workspace -w --workspaces --script-shell',
});

const PNPM = optionTable({ flag: '-s --silent', value: '--reporter --loglevel', opaque: '-C --dir -w -r --filter -F' });
const DLX = optionTable({
  flag: '-s --silent',
  value: '--reporter --loglevel',
  package: '--package',
  opaque: '-c --shell-mode --allow-build --registry',
});
const YARN_DLX = optionTable({ flag: '-q --quiet', package: '-p --package' });
const BUNX = optionTable({
  flag: '-y --yes --silent --verbose --no-install',
  package: '-p --package',
  opaque: '--bun -r --preload',
});

const UV_QUIET = `-q --quiet -v --verbose --no-progress --native-tls --no-native-tls --offline --no-config
  --no-python-downloads --managed-python --no-managed-python -n --no-cache`;
const UV = optionTable({ flag: UV_QUIET, value: '--color', opaque: '--directory --project --config-file' });
const UVX = optionTable(
  {
    flag: `${UV_QUIET} --isolated --refresh -U --upgrade --reinstall`,
    value: '--color',
    package: '--from',
    also: '-w --with',
    python: '-p --python',
    opaque: `--with-editable --with-requirements --env-file -i --index-url --index --default-index --extra-index-url
      -f --find-links -c --constraints --overrides --directory --project --config-file --prerelease --exclude-newer`,
  },
  { hasClusters: true },
);
const PIPX = optionTable({ flag: '-q --quiet -v --verbose' });
const PIPX_RUN = optionTable({
  flag: '-q --quiet -v --verbose --no-cache',
  package: '--spec',
  also: '--with',
  python: '--python',
  opaque: '--path --pypackages --system-site-packages --index-url -i --editable -e --pip-args',
});

const DOCKER = optionTable({ flag: '-D --debug', value: '-l --log-level', opaque: '-H --host -c --context --config' });
/** Options of `docker run` and `podman run`. They are part of the entry in the config; none of them selects another image. */
const RUN = optionTable(
  {
    flag: `-d --detach --disable-content-trust --help --init -i --interactive --no-healthcheck --oom-kill-disable
      --privileged -P --publish-all -q --quiet --read-only --replace --rm --sig-proxy -t --tty --tls-verify`,
    value: `--add-host --annotation -a --attach --blkio-weight --blkio-weight-device --cap-add --cap-drop --cgroup-parent
      --cgroupns --cidfile --cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime -c --cpu-shares --cpus --cpuset-cpus
      --cpuset-mems --detach-keys --device --device-cgroup-rule --device-read-bps --device-read-iops --device-write-bps
      --device-write-iops --dns --dns-option --dns-search --domainname --entrypoint -e --env --env-file --expose --gpus
      --group-add --health-cmd --health-interval --health-retries --health-start-interval --health-start-period
      --health-timeout -h --hostname --ip --ip6 --ipc --isolation --kernel-memory -l --label --label-file --link
      --link-local-ip --log-driver --log-opt --mac-address -m --memory --memory-reservation --memory-swap
      --memory-swappiness --mount --name --network --net --network-alias --net-alias --oom-score-adj --pid --pids-limit
      --platform -p --publish --pull --restart --runtime --secret --security-opt --shm-size --stop-signal --stop-timeout
      --storage-opt --sysctl --timeout --tmpfs --tz --ulimit --umask -u --user --userns --uts -v --volume
      --volume-driver --volumes-from -w --workdir`,
    opaque: '--rootfs --env-host --pod --pod-id-file --authfile --creds',
  },
  { hasClusters: true, hasFlagValues: true },
);
const RUN_WORDS = [['run'], ['container', 'run']];

export const RUNNERS: ReadonlyMap<string, Runner> = new Map(
  (
    [
      { type: 'npm', command: 'npx', subcommands: [[]], options: NPX },
      { type: 'npm', command: 'npm', subcommands: [['exec'], ['x']], options: NPM, isMixed: true },
      { type: 'npm', command: 'pnpx', subcommands: [[]], options: DLX },
      { type: 'npm', command: 'pnpm', subcommands: [['dlx']], globals: PNPM, options: DLX },
      { type: 'npm', command: 'yarn', subcommands: [['dlx']], globals: NONE, options: YARN_DLX },
      { type: 'npm', command: 'bunx', subcommands: [[]], options: BUNX },
      { type: 'npm', command: 'bun', subcommands: [['x']], globals: NONE, options: BUNX },
      { type: 'pypi', command: 'uvx', subcommands: [[]], options: UVX },
      { type: 'pypi', command: 'uv', subcommands: [['tool', 'run']], globals: UV, options: UVX },
      { type: 'pypi', command: 'pipx', subcommands: [['run']], globals: PIPX, options: PIPX_RUN },
      { type: 'oci', command: 'docker', subcommands: RUN_WORDS, globals: DOCKER, options: RUN },
      { type: 'oci', command: 'podman', subcommands: RUN_WORDS, globals: NONE, options: RUN },
    ] satisfies Runner[]
  ).map(runner => [runner.command, runner]),
);
