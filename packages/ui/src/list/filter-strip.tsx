import type { ReactNode } from "react";
import { useFormats } from "../app/index.ts";
import "./list.css";

interface StripItem<K> {
  readonly key: K;
  readonly label: ReactNode;
  readonly count: number | undefined;
}

interface FilterStripProps<K> {
  readonly label: string;
  readonly items: readonly StripItem<K>[];
  readonly chosen: K;
  readonly onChoose: (key: K) => void;
}

/**
 * Row of toggle buttons above a list, one for each kind of row, with the number of rows of that kind. A click filters
 * the list by the kind.
 */
export function FilterStrip<K extends string>({ label, items, chosen, onChoose }: FilterStripProps<K>) {
  const f = useFormats();
  return (
    <fieldset className="sk-strip sk-scroll-x" aria-label={label}>
      {items.map((i) => (
        <button
          key={i.key}
          type="button"
          aria-pressed={i.key === chosen}
          data-none={i.count === 0 || undefined}
          onClick={() => onChoose(i.key)}
        >
          <span>{i.label}</span>
          {i.count !== undefined && <strong>{f.whole(i.count)}</strong>}
        </button>
      ))}
    </fieldset>
  );
}
