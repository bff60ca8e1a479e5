import { describe, expect, test } from 'vitest';
import { type Environment, isWithheldFromConfigs, serverEnvironment } from './server-environment.ts';

const inherited = (env: Environment): string[] => Object.keys(serverEnvironment(env));

describe('a server inherits', () => {
  test.each<[string, Environment]>([
    ['no secret of Toolmark', { TOOLMARK_TOKEN: 'x', TOOLMARK_ADMIN_TOKEN: 'x', TOOLMARK_GUARD_TOKEN: 'x' }],
    ['no variable of Toolmark that is yet to come', { TOOLMARK_SOMETHING_NEW: 'x' }],
    ['no secret spelled as Windows allows', { Toolmark_Token: 'x', github_env: 'x' }],
    ['no database of a registry', { DATABASE_URL: 'x', DATABASE_READ_URL: 'x' }],
    [
      'no command file of GitHub Actions',
      { GITHUB_ENV: 'x', GITHUB_OUTPUT: 'x', GITHUB_PATH: 'x', GITHUB_STATE: 'x', GITHUB_STEP_SUMMARY: 'x' },
    ],
    [
      'no command file under another name',
      { MINE: '/home/runner/work/_temp/_runner_file_commands/set_env_1', BASH_ENV: '/tmp/.bash_env-5f-0-build' },
    ],
    [
      'no token of GitHub Actions',
      { GITHUB_TOKEN: 'x', GH_TOKEN: 'x', ACTIONS_RUNTIME_TOKEN: 'x', ACTIONS_ID_TOKEN_REQUEST_URL: 'x' },
    ],
    ['no token of GitLab', { CI_JOB_TOKEN: 'x', CI_REPOSITORY_URL: 'https://gitlab-ci-token:x@host/a.git' }],
    ['no token of Azure Pipelines', { SYSTEM_ACCESSTOKEN: 'x', VSS_NUGET_ACCESSTOKEN: 'x' }],
    ['no token of CircleCI', { CIRCLE_OIDC_TOKEN: 'x', CIRCLE_OIDC_TOKEN_V2: 'x' }],
    ['no token of Buildkite', { BUILDKITE_AGENT_ACCESS_TOKEN: 'x', BUILDKITE_AGENT_JOB_API_TOKEN: 'x' }],
    ['no token of Bitbucket', { BITBUCKET_STEP_OIDC_TOKEN: 'x' }],
  ])('%s', (_, env) => {
    expect(inherited({ PATH: '/bin', ...env })).toEqual(['PATH']);
  });

  test.each<[string, Environment]>([
    ['GitHub Actions', { GITHUB_ACTIONS: 'true', GITHUB_NEW_COMMAND_FILE: 'x', INPUT_TOKEN: 'x' }],
    ['GitLab', { GITLAB_CI: 'true', CI_NEW_TOKEN: 'x', GITLAB_FEATURES: 'x' }],
    ['Azure Pipelines', { TF_BUILD: 'True', SYSTEM_NEW: 'x', ENDPOINT_AUTH_1: 'x', SECUREFILE_TICKET_1: 'x' }],
    ['Jenkins', { JENKINS_SERVER_COOKIE: 'x', JENKINS_NEW: 'x' }],
    ['CircleCI', { CIRCLECI: 'true', CIRCLE_NEW: 'x', BASH_ENV: '/anywhere' }],
    ['Buildkite', { BUILDKITE: 'true', BUILDKITE_NEW: 'x' }],
    ['Bitbucket', { BITBUCKET_BUILD_NUMBER: '1', BITBUCKET_NEW: 'x' }],
    ['CodeBuild', { CODEBUILD_BUILD_ID: 'a:1', AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/x' }],
  ])('nothing in the namespace of the runner: %s', (_, env) => {
    const markers = ['GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'CIRCLECI', 'BUILDKITE'];
    expect(inherited({ WEATHER_KEY: 'x', ...env }).filter(name => !markers.includes(name))).toEqual(['WEATHER_KEY']);
  });

  test('the keys that people set for servers', () => {
    const env = {
      HOME: '/h',
      WEATHER_KEY: 'x',
      GITHUB_PERSONAL_ACCESS_TOKEN: 'x',
      BUILDKITE_API_TOKEN: 'x',
      CI: 'true',
    };
    expect(serverEnvironment(env)).toEqual(env);
  });
});

describe('a config', () => {
  const runner = { GITHUB_ACTIONS: 'true', MINE: '/t/_runner_file_commands/a', GITHUB_WORKSPACE: '/w' };
  test.each<[string, boolean, Environment]>([
    ['TOOLMARK_TOKEN', true, {}],
    ['GITHUB_OUTPUT', true, {}],
    ['CI_JOB_TOKEN', true, {}],
    ['MINE', true, runner],
    ['GITHUB_TOKEN', true, runner],
    ['DATABASE_URL', true, { GITLAB_CI: 'true' }],
    ['GITHUB_NEW_TOKEN', true, runner],
    ['GITHUB_TOKEN', false, {}],
    ['GITHUB_WORKSPACE', false, runner],
    ['WEATHER_TOKEN', false, runner],
    ['toString', false, runner],
  ])('[connect.config-variables] that names %s is refused: %s', (name, isRefused, env) => {
    expect(isWithheldFromConfigs(name, env)).toBe(isRefused);
  });
});
