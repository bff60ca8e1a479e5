import {
  ADVISORY_SEVERITIES,
  type AdvisorySeverity,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  ToolmarkError,
} from '@toolmark/core';
import { plainSentence } from './plain-sentence.ts';

/** What somebody adds to a voice is kept for ever: enough for an explanation, not for a file. */
const MAX_BYTES = 8_192;
const MAX_DEPTH = 8;

/** Throws `request.malformed` for details that are too much, or that cannot be written down as they are. */
export function checkDetails(details: JsonObject): void {
  if (!isWithin(details, MAX_DEPTH)) {
    throw malformed('/details', `Details nest at most ${MAX_DEPTH} deep, and whole numbers stay within 2^53.`);
  }
  if (Buffer.byteLength(JSON.stringify(details)) > MAX_BYTES) {
    throw malformed('/details', `Details have at most ${MAX_BYTES} bytes.`);
  }
}

export interface Report {
  readonly severity: AdvisorySeverity;
  readonly summary: string;
}

/** What a report of an incident says at least; throws `request.malformed`. */
export function parseReport(details: JsonObject): Report {
  const severity = ADVISORY_SEVERITIES.find(word => word === member(details, 'severity'));
  if (severity === undefined) {
    throw malformed('/details/severity', `A report says how bad it is: ${ADVISORY_SEVERITIES.join(', ')}.`);
  }
  const summary = member(details, 'summary');
  if (typeof summary !== 'string' || summary.trim() === '' || summary.length > 1000) {
    throw malformed('/details/summary', 'A report says in 1 to 1000 characters what happened.');
  }
  return { severity, summary: plainSentence(summary) };
}

/** Whether a remark speaks for or against the publisher; one that does not moves no number. */
export function standingIn(details: JsonObject): 'good' | 'bad' | undefined {
  return (['good', 'bad'] as const).find(word => word === member(details, 'standing'));
}

/** Throws `request.malformed` for a standing that is neither. */
export function checkStanding(details: JsonObject): void {
  if (member(details, 'standing') === undefined || standingIn(details) !== undefined) return;
  throw malformed('/details/standing', 'The standing of a publisher is "good" or "bad".');
}

function isWithin(value: Json, depth: number): boolean {
  if (typeof value === 'bigint') return false;
  if (Array.isArray(value)) return depth > 0 && value.every(item => isWithin(item, depth - 1));
  if (!isJsonObject(value)) return true;
  return depth > 0 && Object.keys(value).every(key => isWithin(member(value, key) ?? null, depth - 1));
}

function malformed(pointer: string, message: string): ToolmarkError {
  return new ToolmarkError('request.malformed', message, { pointer });
}
