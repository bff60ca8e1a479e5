export type Environment = Readonly<Record<string, string | undefined>>;

/** Names of variables, flags and headers whose values are secrets; `author` does not count. */
export const SECRET_NAME = /token|key|secret|passw(?:or)?d|passphrase|credential|auth(?!ors?(?:_|$))/i;

/**
 * The environment that a server inherits: the caller's, without Toolmark's own variables, the command files and tokens of
 * CI runners and, on a runner, all variables in its namespace (docs/spec/sources.md, section 3).
 */
export function serverEnvironment(env: Environment): Record<string, string | undefined> {
  const namespaces = runnerNamespaces(env);
  const isInherited = ([name, value = '']: [string, string | undefined]): boolean =>
    !isReserved(name, value) && !COMMON_SECRETS.has(name.toUpperCase()) && !startsWithAny(name, namespaces);
  return Object.fromEntries(Object.entries(env).filter(isInherited));
}

/**
 * Whether a config must not reference this variable. A config may come from an untrusted project, and an address such as
 * `https://host/?t=${TOKEN}` leaks the value without running a program.
 */
export function isWithheldFromConfigs(name: string, env: Environment): boolean {
  const value = (Object.hasOwn(env, name) ? env[name] : undefined) ?? '';
  if (isReserved(name, value)) return true;
  const isOnRunner = runnerNamespaces(env).length > 0;
  if (COMMON_SECRETS.has(name.toUpperCase())) return isOnRunner;
  return SECRET_NAME.test(name) && startsWithAny(name, runnerNamespaces(env));
}

/** Whether the variable is Toolmark's own or set only by CI runners. */
export function isReserved(name: string, value: string): boolean {
  return RESERVED.has(name.toUpperCase()) || startsWithAny(name, RESERVED_NAMESPACES) || COMMAND_FILE.test(value);
}

/** Case-insensitive, as on Windows. */
function startsWithAny(name: string, starts: readonly string[]): boolean {
  const upper = name.toUpperCase();
  return starts.some(start => upper.startsWith(start));
}

/** `ACTIONS_` holds the runtime and identity tokens of GitHub Actions. */
const RESERVED_NAMESPACES = ['TOOLMARK_', 'ACTIONS_'];

/** Command files that control later steps of a job, and tokens of the job. */
const RESERVED = new Set([
  // GitHub Actions, Gitea and Forgejo
  ...['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'],
  // GitLab; the repository URL contains the token
  ...['CI_JOB_TOKEN', 'CI_JOB_JWT', 'CI_JOB_JWT_V1', 'CI_JOB_JWT_V2', 'CI_REPOSITORY_URL', 'CI_REGISTRY_PASSWORD'],
  ...['CI_DEPLOY_PASSWORD', 'CI_DEPENDENCY_PROXY_PASSWORD', 'DOCKER_AUTH_CONFIG'],
  // Azure Pipelines
  ...['SYSTEM_ACCESSTOKEN', 'SYSTEM_OIDCREQUESTURI', 'VSS_NUGET_ACCESSTOKEN', 'VSS_NUGET_EXTERNAL_FEED_ENDPOINTS'],
  // CircleCI, Buildkite, Bitbucket, Woodpecker and Drone, Jenkins
  ...['CIRCLE_TOKEN', 'CIRCLE_OIDC_TOKEN', 'CIRCLE_OIDC_TOKEN_V2'],
  ...['BUILDKITE_AGENT_ACCESS_TOKEN', 'BUILDKITE_AGENT_JOB_API_TOKEN', 'BUILDKITE_AGENT_JOB_API_SOCKET'],
  ...['BUILDKITE_ENV_FILE', 'BITBUCKET_STEP_OIDC_TOKEN', 'CI_NETRC_PASSWORD', 'DRONE_NETRC_PASSWORD'],
  ...['DRONE_NETRC_FILE', 'JENKINS_AGENT_SECRET'],
]);

/** Paths of command files of GitHub Actions and CircleCI, under any variable name. */
const COMMAND_FILE = /[\\/](?:_runner_file_commands[\\/]|\.bash_env-)/;

/** Runner tokens and database URLs of a registry whose names people also use for their own servers. */
const COMMON_SECRETS = new Set([
  ...['GITHUB_TOKEN', 'GH_TOKEN', 'GITLAB_TOKEN', 'GITEA_TOKEN', 'FORGEJO_TOKEN'],
  ...['DATABASE_URL', 'DATABASE_READ_URL'],
]);

/** The variable that identifies a runner, and the prefixes of its other variables. */
const RUNNERS: readonly (readonly [marker: string, ...namespaces: string[]])[] = [
  ['GITHUB_ACTIONS', 'GITHUB_', 'INPUT_'],
  ['GITEA_ACTIONS', 'GITEA_', 'GITHUB_', 'INPUT_'],
  ['FORGEJO_ACTIONS', 'FORGEJO_', 'GITHUB_', 'INPUT_'],
  ['GITLAB_CI', 'CI_', 'GITLAB_'],
  ['CI_PIPELINE_ID', 'CI_'],
  ['CI_PIPELINE_NUMBER', 'CI_'],
  ['TF_BUILD', 'SYSTEM_', 'ENDPOINT_', 'SECUREFILE_', 'VSTS_', 'VSS_'],
  ['JENKINS_SERVER_COOKIE', 'JENKINS_', 'HUDSON_'],
  ['CIRCLECI', 'CIRCLE_', 'BASH_ENV'],
  ['BUILDKITE', 'BUILDKITE_'],
  ['BITBUCKET_BUILD_NUMBER', 'BITBUCKET_'],
  ['DRONE', 'DRONE_', 'PLUGIN_'],
  ['TRAVIS', 'TRAVIS_'],
  ['TEAMCITY_VERSION', 'TEAMCITY_'],
  ['APPVEYOR', 'APPVEYOR_'],
  ['SEMAPHORE', 'SEMAPHORE_'],
  ['CIRRUS_CI', 'CIRRUS_'],
  ['CODEBUILD_BUILD_ID', 'CODEBUILD_', 'AWS_CONTAINER_'],
];

/** Several can apply: a job of one runner can start a job of another. */
function runnerNamespaces(env: Environment): string[] {
  return RUNNERS.flatMap(([marker, ...namespaces]) => (env[marker] ? namespaces : []));
}
