import { inert, type JsonObject } from '@toolmark/core';
import type { FeedbackType } from '@toolmark/core/registry';
import type { Io } from '../io.ts';
import { askRegistry, type ClientArguments } from '../sources/open-client.ts';

export interface FeedbackArguments extends ClientArguments {
  readonly name: string;
  readonly type: FeedbackType;
  readonly version?: string;
  readonly severity?: string;
  readonly summary?: string;
  readonly standing?: 'good' | 'bad';
}

/** Reports that a tool worked, failed or did harm. */
export async function runFeedback(given: FeedbackArguments, io: Io): Promise<number> {
  const { name, type, version, severity, summary, standing } = given;
  const details = Object.entries({ severity, summary, standing }).filter(([, value]) => value !== undefined);
  return askRegistry(given, io, async client => {
    const answer = await client.feedback(name, {
      type,
      version,
      details: details.length === 0 ? undefined : (Object.fromEntries(details) as JsonObject),
    });
    // Without --version the registry picks one and names it.
    const rated = `${inert(name)} ${inert(answer.version)}`;
    return { json: { name, type, ...answer }, text: `${rated}  ${type}  ${OUTCOMES[type]}\n` };
  });
}

const OUTCOMES: Readonly<Record<FeedbackType, string>> = {
  positive_usage: 'counted',
  negative_usage: 'counted',
  security_incident: 'reported: waiting for review by an admin',
  community_feedback: 'recorded',
};
