import { cleanText } from '@toolmark/core';
import { entryWords, type IndexEntry } from '@toolmark/core/registry';
import type { Tables } from '../database/tables.ts';

/** What is searched and listed of a version: columns of the tool's row, facets and words. */
export interface ShownFacts {
  readonly columns: Pick<Tables['tools'], 'label_words' | 'risk' | 'read_only' | 'summary'>;
  readonly facets: readonly Omit<Tables['facets'], 'tool'>[];
  readonly words: string;
}

export function shownFacts(entry: IndexEntry): ShownFacts {
  const { name, labels, description } = entryWords(entry);
  return {
    columns: {
      label_words: labels.join(' '),
      risk: entry.riskRank,
      read_only: entry.readOnly ? 1 : 0,
      summary: summaryOf(entry.description),
    },
    facets: [
      ...entry.capabilities.map(value => ({ kind: 'capability', value })),
      ...entry.domains.map(value => ({ kind: 'domain', value })),
      ...(entry.contradictions ?? []).map(value => ({ kind: 'contradiction', value })),
    ],
    words: [...new Set([...name, ...labels, ...description])].join(' '),
  };
}

/** The description in lists. It is cleaned like all untrusted text, because models read lists too. */
function summaryOf(description: string): string {
  return cleanText(description, SUMMARY).text;
}

const SUMMARY = { maxDescriptionLength: 300, lineBreaks: 'flatten' } as const;
