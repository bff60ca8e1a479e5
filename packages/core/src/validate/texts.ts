import { isJsonObject, type JsonObject, member } from '../base/index.ts';
import { collectStrings, type Place, type SchemaSurvey, surveySchema } from '../describe/index.ts';
import { foldText, isPlainText } from './fold.ts';
import type { SubjectPlaces } from './subject.ts';

/** A text that a model may read, where it stands, and the readings that several rules need. */
export interface TextPlace extends Place {
  readonly folded: string;
  /** Printable ASCII: nothing in it can hide or pass for something else. */
  readonly isPlain: boolean;
}

/** The parts of a tool that hold texts for a model, whichever format they came in. */
interface Shown {
  readonly tool: JsonObject;
  readonly mcp: JsonObject;
  readonly survey: SchemaSurvey;
  readonly at: SubjectPlaces;
}

/** Every text of a tool that reaches a model: description, titles, and whatever the schemas say at any depth. */
export function collectTexts({ tool, mcp, survey, at }: Shown): TextPlace[] {
  const texts: Place[] = [];
  const annotations = member(mcp, 'annotations');
  const output = member(mcp, 'outputSchema');
  add(texts, tool, 'description', at.tool);
  add(texts, mcp, 'title', at.mcp);
  if (isJsonObject(annotations)) add(texts, annotations, 'title', `${at.mcp}/annotations`);
  const surveys = output === undefined ? [survey] : [survey, surveySchema(output, `${at.mcp}/outputSchema`)];
  const inSchemas = surveys.flatMap(({ prose, names }) => [...prose, ...names.filter(saysMoreThanAWord)]);
  return [...texts, ...inSchemas].map(withReadings);
}

function add(texts: Place[], object: JsonObject, key: string, pointer: string): void {
  const value = member(object, key);
  if (typeof value === 'string') collectStrings(value, `${pointer}/${key}`, texts);
}

/** A model reads the names of parameters too, and nothing keeps a sentence or a hidden letter out of them. */
function saysMoreThanAWord({ text }: Place): boolean {
  return !/^[\w$.-]*$/.test(text);
}

function withReadings({ text, pointer }: Place): TextPlace {
  return { text, folded: foldText(text), isPlain: isPlainText(text), pointer };
}
