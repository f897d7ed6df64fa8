import type { ReactNode } from "react";
import { filterText } from "../core/filter-text.ts";
import type { GridTexts } from "../core/texts.ts";
import type { GridColumn, GridFilter } from "../core/types.ts";
import { useIcon } from "./skin.ts";

interface Props<R> {
  filters: readonly GridFilter[];
  columns: readonly GridColumn<R>[];
  texts: GridTexts;
  onChange: (filters: readonly GridFilter[]) => void;
}

/** Shows the active filters above the grid as chips that the user can remove. */
export function FilterChips<R>({ filters, columns, texts, onChange }: Props<R>): ReactNode {
  const Icon = useIcon();
  if (filters.length === 0) return null;
  return (
    <div className="dg-chips">
      {filters.map((filter) => {
        const column = columns.find((c) => c.key === filter.field);
        // Also shows a filter on a field that no longer exists. Such a filter may come from an old link, and the chip
        // lets the user remove it.
        const text = column ? filterText(column, filter, texts, columns) : filter.field;
        return (
          <span key={JSON.stringify(filter)} className="dg-chip">
            <span className="dg-chip-text" title={text}>
              {text}
            </span>
            <button
              type="button"
              aria-label={texts.removeFilter(text)}
              onClick={() => onChange(filters.filter((f) => f !== filter))}
            >
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      {filters.length > 1 && (
        <button type="button" className="dg-link" onClick={() => onChange([])}>
          {texts.clearFilters}
        </button>
      )}
    </div>
  );
}
