import { type ReactNode, useRef, useState } from "react";
import { isFilterable } from "../core/columns.ts";
import {
  equalTo,
  type FilterAlternative,
  fromAlternatives,
  toAlternatives,
} from "../core/filter-alternatives.ts";
import { isInvalidDraft, toDraft } from "../core/filter-draft.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn, GridFilter } from "../core/types.ts";
import { FilterFields } from "./filter-fields.tsx";
import { useSkin } from "./skin.ts";

interface Props<R> {
  column: GridColumn<R>;
  /** Columns of the grid. An alternative of the filter may use any of these columns. */
  columns: readonly GridColumn<R>[];
  filters: readonly GridFilter[];
  texts: GridTexts;
  /**
   * True: the data source can combine any conditions by OR, also of different columns. False: it can do this only for
   * several values of one column (operator IN).
   */
  canFilterAny: boolean;
  onApply: (filters: readonly GridFilter[]) => void;
  onClose: () => void;
}

/** Filter of a column: one condition, or alternatives of which at least one must be met. */
export function FilterPanel<R>(props: Props<R>): ReactNode {
  const { column, columns, filters, texts, canFilterAny, onApply } = props;
  const { Button, Icon, Select } = useSkin();
  const nextId = useRef(0);
  const withId = (a: FilterAlternative<R>) => ({ ...a, id: nextId.current++ });
  const [list, setList] = useState(() => toAlternatives(column, columns, filters).map(withId));
  const change = (id: number, values: Partial<FilterAlternative<R>>): void =>
    setList(list.map((a) => (a.id === id ? { ...a, ...values } : a)));
  const apply = (): void => {
    // Keeps the popover open if it contains an invalid number. Otherwise the filter of the column would be removed.
    if (!list.some(({ draft }) => isInvalidDraft(draft))) onApply(fromAlternatives(list));
  };
  const isEqual = list.every(({ draft }) => "operator" in draft && draft.operator === "EQ");
  const add = (): void => {
    const next = canFilterAny ? { column, draft: toDraft(column, []) } : equalTo(column);
    setList([...list, withId(next)]);
  };
  // Leaves out columns with a custom filter, because the fields of this panel cannot show their conditions.
  const named = columns.filter((c) => isFilterable(c) && !c.filterPanel);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Enter and Escape of the fields inside
    <div
      className="dg-filter"
      onKeyDown={(event) => {
        // Ignores Enter while an input method composes characters, because Enter then only accepts these characters and
        // must not apply the filter.
        if (
          event.key === "Enter" &&
          !event.nativeEvent.isComposing &&
          event.target instanceof HTMLInputElement
        )
          apply();
        if (event.key === "Escape") props.onClose();
        event.stopPropagation();
      }}
    >
      <div className={list.length > 1 ? "dg-filter-any" : "dg-filter-one"}>
        {list.map((a, at) => (
          <fieldset key={a.id} aria-label={at === 0 ? a.column.title : `${texts.or} ${a.column.title}`}>
            {at > 0 && (
              <div className="dg-filter-or">
                <span>{texts.or}</span>
                {canFilterAny && (
                  <Select
                    label={texts.alternativeColumn}
                    value={a.column.key}
                    options={named.map((c) => ({ value: c.key, label: c.title }))}
                    onChange={(key) => {
                      const next = named.find((c) => c.key === key);
                      if (next) change(a.id, { column: next, draft: toDraft(next, []) });
                    }}
                  />
                )}
                <button
                  type="button"
                  className="dg-icon"
                  aria-label={texts.removeAlternative}
                  onClick={() => setList(list.filter((other) => other.id !== a.id))}
                >
                  <Icon name="close" />
                </button>
              </div>
            )}
            <FilterFields
              column={a.column}
              draft={a.draft}
              texts={texts}
              onlyEqual={!canFilterAny && list.length > 1}
              onChange={(draft) => change(a.id, { draft })}
            />
          </fieldset>
        ))}
      </div>
      {(canFilterAny || isEqual) && (
        <button type="button" className="dg-link" onClick={add}>
          {texts.addAlternative}
        </button>
      )}
      <div className="dg-filter-foot">
        <Button look="text" onClick={() => onApply([])}>
          {texts.clear}
        </Button>
        <Button look="primary" onClick={apply}>
          {texts.apply}
        </Button>
      </div>
    </div>
  );
}
