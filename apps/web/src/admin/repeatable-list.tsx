import type { LiveEvent } from "@shotkeeper/client";
import type { Access, Condition, Query, QueryRow, Refusal } from "@shotkeeper/contract/kernel";
import type { GridSort } from "@shotkeeper/datagrid/antd";
import { useAction, useLocale, useSession } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { refusalText, useInvalidateData } from "@shotkeeper/ui/data";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { Button, Segmented } from "antd";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";

/** Filter that the user can choose. Pass the same array `where` in each render, so that rows are not reloaded. */
interface ShownRows {
  /** Value of `state` in the address of the page while the user has chosen this filter. */
  readonly key: string;
  readonly label: string;
  readonly where: readonly Condition[];
}

interface RepeatableListProps<Q extends Query> {
  readonly query: Q;
  readonly columns: Columns<Q>;
  readonly sort: readonly GridSort[];
  readonly search: readonly (keyof Q["columns"] & string)[];
  readonly live?: readonly LiveEvent["type"][];
  /** Value of `tab` in the address of the page while this list is shown. */
  readonly tab: string;
  /** Filters that the user can choose from. The list opens with the first filter. */
  readonly sets: readonly [ShownRows, ...ShownRows[]];
  /** Right that a user needs to repeat tasks. */
  readonly access: Access;
  /** Returns the reason why the task of a row cannot be repeated, or undefined if it can. */
  readonly refuse: (row: QueryRow<Q>) => Refusal | undefined;
  readonly repeat: (rows: readonly QueryRow<Q>[]) => Promise<unknown>;
  readonly texts: {
    readonly again: string;
    readonly againMany: (n: number) => string;
    readonly queued: (n: number) => string;
  };
  readonly actionsWidth: number;
  readonly empty: ReactNode;
  readonly head: ReactNode;
}

/** List of server tasks, such as notices to send or files to write. Users can repeat one or several tasks. */
export function RepeatableList<Q extends Query>(p: RepeatableListProps<Q>) {
  const { texts: t, refuse, sets } = p;
  const locale = useLocale();
  const { allows } = useSession();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [params, setParams] = useSearchParams();
  const shown = sets.find((s) => s.key === params.get("state")) ?? sets[0];
  const [selection, setSelection] = useState<ReadonlyMap<string, QueryRow<Q>>>(new Map());
  const mayAct = allows(p.access);
  const again = async (rows: readonly QueryRow<Q>[]) => {
    const done = await act(() => p.repeat(rows), t.queued(rows.length));
    if (done) setSelection(new Map());
    invalidate();
  };
  const chosen = [...selection.values()].filter((r) => refuse(r) === undefined);
  return (
    <div className="sk-list">
      <QueryGrid
        key={shown.key}
        query={p.query}
        columns={p.columns}
        fixed={shown.where}
        sort={p.sort}
        search={p.search}
        live={p.live}
        selection={selection}
        onSelectionChange={mayAct ? setSelection : undefined}
        toolbar={
          <>
            {p.head}
            <Segmented<string>
              value={shown.key}
              onChange={(state) => {
                setSelection(new Map());
                setParams(state === sets[0].key ? { tab: p.tab } : { tab: p.tab, state }, { replace: true });
              }}
              options={sets.map(({ key, label }) => ({ value: key, label }))}
            />
            {selection.size > 0 && (
              <Button disabled={chosen.length === 0} onClick={() => void again(chosen)}>
                {t.againMany(chosen.length)}
              </Button>
            )}
          </>
        }
        rowActions={
          mayAct
            ? (row) => (
                <RowActions
                  actions={[
                    {
                      key: "again",
                      label: t.again,
                      refused: refusalText(refuse(row), locale),
                      run: () => void again([row]),
                    },
                  ]}
                />
              )
            : undefined
        }
        actionsWidth={p.actionsWidth}
        empty={p.empty}
      />
    </div>
  );
}
