export { closest } from './closest.ts';
export { editJson, type MemberEdit } from './edit-json.ts';
export { type Position, refusalIn, ToolmarkError } from './error.ts';
export { type ExactJson, type ExactJsonObject, JsonFloat } from './exact-json.ts';
export { type Finding, hasErrors, type Severity, sortFindings } from './finding.ts';
export { cutInert, inert, inertJson, inertValue, quoteInert } from './inert.ts';
export { jcs } from './jcs.ts';
export { equalJson, findNonJson, isJsonObject, type Json, type JsonObject, member } from './json.ts';
export { DEFAULT_MAX_DEPTH, type ReadOptions } from './json-reader.ts';
export { locate } from './locate.ts';
export { parseUrl } from './parse-url.ts';
export { child, pointerKeys } from './pointer.ts';
export { byCodePoint, pythonForm } from './python-form.ts';
export {
  DEFAULT_MAX_BYTES,
  type Kept,
  readExactJson,
  readJson,
  readKeeping,
} from './read-json.ts';
export { bytesIn, ReadOnce, valueIn } from './read-once.ts';
export { findPatternProblem, measurePattern } from './regex/find-pattern-problem.ts';
export { compilePattern, type LinearPattern } from './regex/linear-pattern.ts';

export { type Digest, sha256 } from './sha256.ts';
export { clusterEnd } from './unicode/clusters.ts';
export { pointAt } from './unicode/point-at.ts';
export { UNICODE_VERSION } from './unicode/properties.gen.ts';
export { CATEGORY, categoryOf, has, IS, isMark, propertiesOf } from './unicode/properties.ts';
export { scriptsOf } from './unicode/scripts.ts';
export { prototypeOf, skeleton } from './unicode/skeleton.ts';
export { writeJson } from './write-json.ts';
