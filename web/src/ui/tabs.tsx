import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** A number shown beside the label, with what it counts for those who do not see it. */
  badge?: { count: number; tone: string; meaning: string } | undefined;
}

interface Props<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  chosen: Id;
  choose: (id: Id) => void;
  /** Tab `id` controls the element `panel-id`. */
  panel: (id: Id) => string;
  children?: ComponentChildren;
}

/** A tab list with the keys that such lists have: arrows, Home and End. */
export function Tabs<Id extends string>({ label, tabs, chosen, choose, panel }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    const tab = to === undefined ? undefined : tabs[to];
    if (tab === undefined) return;
    event.preventDefault();
    choose(tab.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to as number]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map(({ id, label: text, badge }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${panel(id)}`}
          aria-selected={id === chosen}
          aria-controls={panel(id)}
          tabIndex={id === chosen ? 0 : -1}
          class="tab"
          title={text}
          onClick={() => choose(id)}
        >
          <span class="tab-text">{text}</span>
          {badge && badge.count > 0 && (
            <span class={`badge ${badge.tone}`}>
              {badge.count}
              <span class="unseen"> {badge.meaning}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
