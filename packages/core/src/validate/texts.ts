import { isJsonObject, type JsonObject, member } from '../base/index.ts';
import { type Place, type SchemaSurvey, surveySchema } from '../describe/index.ts';

interface TextSources {
  readonly tool: JsonObject;
  readonly mcp: JsonObject;
  readonly survey: SchemaSurvey;
  readonly at: { readonly tool: string; readonly mcp: string };
}

/** Every text of a tool that a model reads: description, titles, and all text in its schemas. */
export function collectTexts({ tool, mcp, survey, at }: TextSources): Place[] {
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

function add(texts: Place[], object: JsonObject, key: string, pointer: string): void {
  const text = member(object, key);
  if (typeof text === 'string') texts.push({ text, pointer: `${pointer}/${key}` });
}

/** Models also read parameter names, which may hold sentences or hidden characters. */
function addSurvey(texts: Place[], { prose, names }: SchemaSurvey): void {
  for (const place of prose) texts.push(place);
  for (const place of names) if (!/^[\w$.-]*$/.test(place.text)) texts.push(place);
}
