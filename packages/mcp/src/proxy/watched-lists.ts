import type { JsonObject } from '@toolmark/core';
import { LIST_NAMES, type ListName } from '../connect/list-kinds.ts';
import type { Reply } from '../connect/parse-answer.ts';
import type { Catalogue } from './catalogue.ts';
import type { GuardSettings } from './guard-settings.ts';
import { type Judged, WatchedList } from './watched-list.ts';

/** A whole list may take as long as this many pages that nearly time out. */
const READ_TIMEOUTS = 4;

/** The four lists of one server. */
export class WatchedLists {
  readonly tools: WatchedList;
  readonly prompts: WatchedList;
  readonly resources: WatchedList;
  readonly templates: WatchedList;

  constructor(
    server: string,
    catalogue: Catalogue,
    settings: Pick<GuardSettings, 'limits' | 'maxAgeMs' | 'timeoutMs' | 'now' | 'mode'>,
    ask: (method: string, params: JsonObject) => Promise<Reply>,
    note: (list: ListName, id: string) => void,
    report: (list: ListName, items: readonly Judged[], isFirst: boolean) => void,
    onRemoved: (method: string, name: string) => void,
  ) {
    const { limits, maxAgeMs, timeoutMs, now, mode } = settings;
    const watch = (list: ListName): WatchedList => {
      const onShown = mode === 'enforce' ? undefined : (id: string) => note(list, id);
      const onRead = (items: readonly Judged[], isFirst: boolean): void => report(list, items, isFirst);
      return new WatchedList({
        server,
        list,
        shelf: catalogue.shelf(list),
        limits,
        maxAgeMs,
        maxReadMs: READ_TIMEOUTS * timeoutMs,
        onShown,
        onRead,
        onRemoved,
        ask,
        now,
      });
    };
    this.tools = watch('tools');
    this.prompts = watch('prompts');
    this.resources = watch('resources');
    this.templates = watch('templates');
  }

  /** Takes a notification such as `notifications/tools/list_changed` at its word. */
  doubt(method: string): void {
    if (method.includes('/tools/')) this.tools.doubt();
    else if (method.includes('/prompts/')) this.prompts.doubt();
    else {
      this.resources.doubt();
      this.templates.doubt();
    }
  }

  doubtAll(): void {
    for (const list of LIST_NAMES) this[list].doubt();
  }
}
