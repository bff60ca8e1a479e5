import { isJsonObject, member, quoteInert } from '../../base/index.ts';
import { type Library, type Resolution, resolveReference } from './library.ts';
import { type Place, pointerOf } from './walk.ts';

type Report = (place: Place, code: string, keyword: string, message: string) => void;

/** Reports every reference that does not resolve to exactly one known subschema. */
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
      return `${subject} is remote and is not fetched. Copy the definition to "$defs".`;
    case 'dangling':
      return `${subject} cannot be resolved. Correct it, or add the definition to "$defs".`;
    case 'ambiguous':
      return `${subject} is ambiguous: two subschemas have this name. Rename one.`;
  }
}
