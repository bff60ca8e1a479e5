import { isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { ADVISORY_SEVERITIES, type AdvisorySeverity } from '@toolmark/core/sign';
import { plainSentence } from './plain-sentence.ts';

/** Details are kept for ever: enough for an explanation, too little for a file. */
const MAX_BYTES = 8_192;
const MAX_DEPTH = 8;

/** Throws `request.malformed` for details that are too large, too deep, or not exact in JSON. */
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

/** The required members of an incident report. Throws `request.malformed`. */
export function parseReport(details: JsonObject): Report {
  const severity = ADVISORY_SEVERITIES.find(word => word === member(details, 'severity'));
  if (severity === undefined) {
    throw malformed('/details/severity', `An incident report needs a severity: ${ADVISORY_SEVERITIES.join(', ')}.`);
  }
  const summary = member(details, 'summary');
  if (typeof summary !== 'string' || summary.trim() === '' || summary.length > 1000) {
    throw malformed('/details/summary', 'An incident report needs a summary of 1 to 1000 characters.');
  }
  return { severity, summary: plainSentence(summary) };
}

/** Whether a remark is for or against the publisher. Other remarks change no score. */
export function standingIn(details: JsonObject): 'good' | 'bad' | undefined {
  return (['good', 'bad'] as const).find(word => word === member(details, 'standing'));
}

/** Throws `request.malformed` for any other standing. */
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
