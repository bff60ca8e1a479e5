import type { FeedbackGiven } from '@toolmark/client';
import type { FeedbackType } from '@toolmark/core';
import { inert, type JsonObject, member } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';

export interface FeedbackArguments extends ClientArguments {
  readonly name: string;
  readonly type: FeedbackType;
  readonly version?: string;
  readonly severity?: string;
  readonly summary?: string;
  readonly standing?: 'good' | 'bad';
  readonly format: 'text' | 'json';
}

/** Says something of a tool: that it worked or did not, or what it did wrong. */
export async function runFeedback(given: FeedbackArguments, io: Io): Promise<number> {
  const { name, type, version } = given;
  const client = openClient(given, io);
  try {
    const answer = await client.feedback(name, { type, version, details: detailsOf(given) });
    if (given.format === 'json') io.out(formatJson({ name, type, ...answer }));
    else io.out(`${inert(name)}${versionOf(answer)}  ${type}  ${OUTCOMES[type]}\n`);
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

const OUTCOMES: Readonly<Record<FeedbackType, string>> = {
  positive_usage: 'counted',
  negative_usage: 'counted',
  security_incident: 'reported: an admin has to look into it',
  community_feedback: 'noted',
};

/** Which version was meant is said by the registry, when nobody named one. */
function versionOf(answer: FeedbackGiven): string {
  const version = member(answer, 'version');
  return typeof version === 'string' ? ` ${inert(version)}` : '';
}

function detailsOf({ severity, summary, standing }: FeedbackArguments): JsonObject | undefined {
  const given = Object.entries({ severity, summary, standing }).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as JsonObject);
}
