import type { Condition, Query, QueryRow } from "@shotkeeper/contract/kernel";
import { type RefSelectProps, Select } from "antd";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { messageOf, useLocale } from "../app/index.ts";
import type { InputProps } from "../cells/column-types.tsx";
import type { AnyRow, ColumnName } from "../cells/columns.ts";
import { useRows } from "../data/use-rows.ts";
import "./form.css";

export interface ReferenceSpec<Q extends Query> {
  readonly query: Q;
  /** Column of the query whose value the field stores. */
  readonly value: ColumnName<Q>;
  /** Column of the query whose text the user sees. */
  readonly label: ColumnName<Q>;
  readonly where?: readonly Condition[];
  /**
   * Conditions that apply to the list until the user types. They hide rows that the user cannot choose. Pass them if
   * most rows cannot be chosen. Without these conditions, the list shows such rows as disabled.
   */
  readonly offered?: readonly Condition[];
  /** True: the value is shown before the label. Set it for values that users know, such as mold numbers. */
  readonly valueFirst?: true;
  /** Returns the reason why a row cannot be chosen. Returns undefined if the row can be chosen. */
  readonly refused?: (row: QueryRow<Q>) => string | undefined;
}

const page = 50;
/** Least width of the open list, px. A list that is as narrow as its field would cut names. */
const minPopupWidth = 320;

/** List of options that does not have all rows, with a note that says so. */
export function CutList({ list, text }: { readonly list: ReactNode; readonly text: string }) {
  return (
    <>
      {list}
      <div className="sk-option-note" role="note">
        {text}
      </div>
    </>
  );
}

/** Creates the input of a field that refers to a row of a query: `inputs={{ plantId: referenceInput({ … }) }}`. */
export function referenceInput<Q extends Query>(spec: ReferenceSpec<Q>) {
  const ReferenceInput = (p: InputProps) => <ReferenceSelect spec={spec} {...p} />;
  return Object.assign(ReferenceInput, { isPicker: true } as const);
}

/**
 * Select for the rows of a query with any number of rows. The server searches for the text that the user types. Enter
 * after a typed or scanned text chooses the row with exactly this value or label, and never a similar one. A row that
 * the user has reached with the arrow keys is chosen as usual.
 */
export function ReferenceSelect<Q extends Query>({
  spec,
  code,
  ...p
}: InputProps & {
  readonly spec: ReferenceSpec<Q>;
  /** Scanned code. If exactly one row has this code and can be chosen, the row is chosen. Otherwise the list opens. */
  readonly code?: string | undefined;
}) {
  const locale = useLocale();
  const { shell, screen } = locale;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  /**
   * Typed or scanned text for which the server has not returned the rows yet. When the rows arrive and exactly one row
   * matches the text, that row is chosen.
   */
  const [awaited, setAwaited] = useState<string>();
  useEffect(() => {
    if (code !== undefined) setAwaited(code);
  }, [code]);
  const { query, value, label, where = [], offered = [] } = spec;
  const text = awaited ?? typed;
  const select = useRef<RefSelectProps>(null);
  /**
   * Text that was in the field when the user left the field without choosing a row. The empty field shows this text,
   * marked as an error.
   */
  const [left, setLeft] = useState("");
  /** True if a row was chosen since the text was typed. */
  const hasChosen = useRef(false);
  /** Text for which no row could be chosen. Set for a moment, so that an effect selects this text in the field. */
  const [missed, setMissed] = useState<string>();
  /** True if the arrow keys have moved to an option since the text was typed. */
  const hasMoved = useRef(false);
  const onSearch = (next: string) => {
    hasMoved.current = false;
    setTyped(next);
    if (next === "") return;
    hasChosen.current = false;
    setLeft("");
    setAwaited(undefined);
  };
  const find = (field: string) =>
    text === ""
      ? offered
      : [{ field, operator: awaited === undefined ? "LIKE" : "EQ", value: text } satisfies Condition];
  const byValue = useRows(query, { where: [...where, ...find(value)], limit: page });
  // Sends two queries, one that finds rows by value and one by label, because the API cannot combine conditions with
  // OR.
  const byLabel = useRows(
    query,
    { where: [...where, ...find(label)], limit: page },
    { enabled: text !== "" },
  );
  const current = useRows(
    query,
    { where: [{ field: value, operator: "EQ", value: String(p.value ?? "") }], limit: 1 },
    { enabled: p.value !== undefined && p.value !== null },
  );
  const isSearching = text !== "" && [byValue, byLabel].some((q) => q.isFetching || q.isPlaceholderData);
  const rows = new Map<unknown, AnyRow>();
  const chosen = p.value !== undefined && text === "" ? (current.data?.rows ?? []) : [];
  // Hides the rows that were found for an earlier search text, so that nobody chooses one of them by mistake.
  const found = isSearching
    ? []
    : [...(byValue.data?.rows ?? []), ...(text ? (byLabel.data?.rows ?? []) : [])];
  for (const row of [...chosen, ...found]) rows.set((row as AnyRow)[value], row as AnyRow);
  const options = [...rows.values()].map((row) => {
    const refused = spec.refused?.(row as QueryRow<Q>);
    const name = row[label] === null ? "" : String(row[label]);
    const id = String(row[value]);
    return {
      value: id,
      name,
      refused,
      label: name === "" || name === id ? id : spec.valueFirst ? `${id} · ${name}` : name,
      disabled: refused !== undefined,
    };
  });
  const exact = options.filter((o) => o.value === awaited || o.name === awaited);
  const only = exact.length === 1 && !exact[0]?.disabled ? exact[0]?.value : undefined;
  const onChange = p.onChange;
  useEffect(() => {
    if (awaited === undefined || isSearching) return;
    setAwaited(undefined);
    if (only !== undefined) return onChange?.(only);
    // Opens the list if no row could be chosen. The list shows the rows that were found, and why a row is refused.
    setTyped(awaited);
    setOpen(true);
    setMissed(awaited);
  }, [awaited, isSearching, only, onChange]);
  useEffect(() => {
    // Selects the text, so that the next scan replaces it.
    if (missed !== undefined) select.current?.nativeElement.querySelector("input")?.select();
    setMissed(undefined);
  }, [missed]);
  const lists = text === "" ? [byValue] : [byValue, byLabel];
  const isCut = !isSearching && lists.some(({ data }) => data !== undefined && data.total > data.rows.length);
  const isLeft = left !== "" && (p.value === undefined || p.value === null);
  return (
    <Select
      ref={select}
      {...(p.id === undefined ? { "aria-label": p.placeholder } : { id: p.id })}
      // Null for no value. With undefined, antd would keep the value that was chosen last.
      value={(p.value ?? null) as string | null}
      disabled={p.disabled ?? false}
      placeholder={isLeft ? screen.form.notChosen(left) : p.placeholder}
      {...(isLeft ? { status: "error" as const } : {})}
      onChange={(v: unknown) => {
        hasChosen.current = true;
        setLeft("");
        p.onChange?.(v);
      }}
      allowClear
      showSearch={{ filterOption: false, searchValue: typed, onSearch }}
      defaultActiveFirstOption={false}
      onInputKeyDown={(event) => {
        if (event.key.startsWith("Arrow")) hasMoved.current = true;
        else if (event.key === "Enter" && typed !== "" && !hasMoved.current) setAwaited(typed);
      }}
      onBlur={({ target }) => {
        // Reads the text from the element. The select has already cleared its search text, but the element still has
        // it.
        if (target instanceof HTMLInputElement && !hasChosen.current) setLeft(target.value);
      }}
      loading={byValue.isFetching}
      // Shows the error in place of the rows, because a refused or failed query must not look like an empty list.
      notFoundContent={
        byValue.isFetching || isSearching
          ? shell.loading
          : byValue.error
            ? messageOf(byValue.error, locale)
            : shell.common.noData
      }
      popupMatchSelectWidth={minPopupWidth}
      popupRender={(list) =>
        isCut ? <CutList list={list} text={screen.form.onlyFirst(String(page))} /> : list
      }
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) setTyped("");
      }}
      optionRender={(o) => (
        <span className="sk-option">
          <span>{o.data.value}</span>
          <span className="sk-faint">{o.data.refused ?? o.data.name}</span>
        </span>
      )}
      options={options}
    />
  );
}
