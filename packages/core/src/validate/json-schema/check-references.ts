import { isJsonObject, member, quoteInert } from '../../base/index.ts';
import { type Library, type Resolution, resolveReference } from './library.ts';
import { type Place, pointerOf } from './walk.ts';

type Report = (place: Place, code: string, keyword: string, message: string) => void;

/** Reports every reference of the given subschemas that does not lead to exactly one subschema at hand. */
export function checkReferences(library: Library, places: readonly Place[], report: Report): void {
  for (const place of new Set(places)) {
    const node = library.root.nodes.get(pointerOf(place));
    if (node === undefined || !isJsonObject(place.schema)) continue;
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = place.dialect.keywords.has(keyword) ? member(place.schema, keyword) : undefined;
      if (typeof reference !== 'string') continue;
      const { outcome } = resolveReference(library, node.resource, reference);
      if (outcome !== 'found') report(place, CODES[outcome], keyword, complain(outcome, reference));
    }
  }
}

type Failure = Exclude<Resolution['outcome'], 'found'>;

const CODES: Readonly<Record<Failure, string>> = {
  remote: 'remote-ref',
  dangling: 'dangling-ref',
  ambiguous: 'dangling-ref',
};

function complain(outcome: Failure, reference: string): string {
  const subject = `The reference ${quoteInert(reference)}`;
  switch (outcome) {
    case 'remote':
      return `${subject} leads out of the schema, and nothing is ever fetched. Copy what it names into "$defs".`;
    case 'dangling':
      return `${subject} leads to no subschema. Correct it, or put what it names into "$defs".`;
    case 'ambiguous':
      return `${subject} leads to a name that two subschemas bear. Rename one of them.`;
  }
}
