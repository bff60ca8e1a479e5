import { isJsonObject, type JsonObject, member } from '../base/index.ts';
import { type Place, type SchemaSurvey, surveySchema } from '../describe/index.ts';
import { foldText, textureOf } from './fold.ts';
import type { SubjectPlaces } from './subject.ts';

/** All texts of a tool taken together: most tools hold nothing odd, and one look at this tells. */
export interface Prose {
  /** Every text, folded as a model may take it. */
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
export function collectTexts({ tool, mcp, survey, at }: Shown): Place[] {
  const texts: Place[] = [];
  const annotations = member(mcp, 'annotations');
  const output = member(mcp, 'outputSchema');
  add(texts, tool, 'description', at.tool);
  add(texts, mcp, 'title', at.mcp);
  if (isJsonObject(annotations)) add(texts, annotations, 'title', `${at.mcp}/annotations`);
  addSurvey(texts, survey);
  if (output !== undefined) addSurvey(texts, surveySchema(output, `${at.mcp}/outputSchema`));
  return texts;
}

export function proseOf(texts: readonly Place[]): Prose {
  const joined = texts.map(({ text }) => text).join(' ');
  const texture = textureOf(joined);
  return { folded: foldText(joined, texture), isPlain: texture !== 'foreign' };
}

function add(texts: Place[], object: JsonObject, key: string, pointer: string): void {
  const text = member(object, key);
  if (typeof text === 'string') texts.push({ text, pointer: `${pointer}/${key}` });
}

/** A model reads the names of parameters too, and nothing keeps a sentence or a hidden letter out of them. */
function addSurvey(texts: Place[], { prose, names }: SchemaSurvey): void {
  for (const place of prose) texts.push(place);
  for (const place of names) if (!/^[\w$.-]*$/.test(place.text)) texts.push(place);
}
