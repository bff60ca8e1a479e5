import { SECRET_NAME } from './secret-name.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment that a server inherits: that of the caller without Toolmark's own variables, the command files and
 * tokens of CI runners, and on a runner everything in its namespace (docs/spec/sources.md, section 3).
 */
export function serverEnvironment(env: Environment): Record<string, string | undefined> {
  const namespaces = runnerNamespaces(env);
  const isInherited = ([name, value = '']: [string, string | undefined]): boolean =>
    !isReserved(name, value) && !COMMON_SECRETS.has(name.toUpperCase()) && !startsWithAny(name, namespaces);
  return Object.fromEntries(Object.entries(env).filter(isInherited));
}

/**
 * Whether a config may not name this variable either. A project brings its config along, and with an address such as
 * `https://host/?t=${TOKEN}` no program has to run to take the value away.
 */
export function isWithheldFromConfigs(name: string, env: Environment): boolean {
  const value = (Object.hasOwn(env, name) ? env[name] : undefined) ?? '';
  if (isReserved(name, value)) return true;
  const isOnRunner = runnerNamespaces(env).length > 0;
  if (COMMON_SECRETS.has(name.toUpperCase())) return isOnRunner;
  return SECRET_NAME.test(name) && startsWithAny(name, runnerNamespaces(env));
}

/** Whether the variable is Toolmark's own, or one that only a CI runner sets. */
export function isReserved(name: string, value: string): boolean {
  return RESERVED.has(name.toUpperCase()) || startsWithAny(name, RESERVED_NAMESPACES) || COMMAND_FILE.test(value);
}

/** Names are compared in upper case, as Windows does. */
function startsWithAny(name: string, starts: readonly string[]): boolean {
  const upper = name.toUpperCase();
  return starts.some(start => upper.startsWith(start));
}

/** `ACTIONS_` holds the runtime and identity tokens of GitHub Actions. */
const RESERVED_NAMESPACES = ['TOOLMARK_', 'ACTIONS_'];

/** Command files steer later steps of a job; tokens act for the job. */
const RESERVED = new Set([
  // GitHub Actions, also as Gitea and Forgejo run it
  ...['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'],
  // GitLab; the address of the repository holds the token
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

/** Where GitHub Actions and CircleCI keep command files, whatever the variable is called. */
const COMMAND_FILE = /[\\/](?:_runner_file_commands[\\/]|\.bash_env-)/;

/** Tokens of runners, and addresses of our databases, whose names people also use for servers of their own. */
const COMMON_SECRETS = new Set([
  ...['GITHUB_TOKEN', 'GH_TOKEN', 'GITLAB_TOKEN', 'GITEA_TOKEN', 'FORGEJO_TOKEN'],
  ...['DATABASE_URL', 'DATABASE_READ_URL'],
]);

/** The variable that a runner sets, and how the names of its other variables begin. */
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

/** Several runners may set their variables: a job of one can start a job of another. */
function runnerNamespaces(env: Environment): string[] {
  return RUNNERS.flatMap(([marker, ...namespaces]) => (env[marker] ? namespaces : []));
}
