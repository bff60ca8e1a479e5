import type { JsonObject } from '@toolmark/core';
import { LIST_KINDS, LIST_NAMES, type ListName } from '@toolmark/core/formats';
import type { Reply } from '../../connect/parse-answer.ts';
import type { Catalogue } from '../catalogue.ts';
import type { GuardSettings } from '../guard-settings.ts';
import { type Compared, WatchedList } from './watched-list.ts';

/** A whole list may take as long as this many pages that nearly time out. */
const READ_TIMEOUTS = 4;

export interface ListHandlers {
  ask(method: string, params: JsonObject): Promise<Reply>;
  /** Called for every listed item, in modes that let unlocked items pass. */
  onListed(list: ListName, id: string): void;
  onRead(list: ListName, items: readonly Compared[], isFirst: boolean): void;
  onRemoved(method: string, name: string): void;
}

/** The four lists of one server. */
export class WatchedLists {
  readonly tools: WatchedList;
  readonly prompts: WatchedList;
  readonly resources: WatchedList;
  readonly templates: WatchedList;

  constructor(
    server: string,
    guard: { readonly catalogue: Catalogue },
    { limits, maxAgeMs, timeoutMs, now, mode }: GuardSettings,
    { ask, onListed, onRead, onRemoved }: ListHandlers,
  ) {
    const watch = (list: ListName): WatchedList =>
      new WatchedList({
        ...{ server, list, limits, maxAgeMs, ask, onRemoved, now },
        get shelf() {
          return guard.catalogue.shelf(list);
        },
        maxReadMs: READ_TIMEOUTS * timeoutMs,
        onListed: mode === 'enforce' ? undefined : id => onListed(list, id),
        onRead: (items, isFirst) => onRead(list, items, isFirst),
      });
    this.tools = watch('tools');
    this.prompts = watch('prompts');
    this.resources = watch('resources');
    this.templates = watch('templates');
  }

  /** Acts on a notification such as `notifications/tools/list_changed`. */
  invalidate(method: string): void {
    for (const list of LIST_NAMES) if (LIST_KINDS[list].changed === method) this[list].invalidate();
  }

  invalidateAll(): void {
    for (const list of LIST_NAMES) this[list].invalidate();
  }
}
