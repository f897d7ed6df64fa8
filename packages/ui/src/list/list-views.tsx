import { DeleteOutlined, EditOutlined, SaveOutlined, StarOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { listView, listViews } from "@shotkeeper/contract/system";
import { App, Button, Popover } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useClient, useFailure, useLocale } from "../app/index.ts";
import { Failed } from "../cells/failed.tsx";
import { useInvalidateData } from "../data/invalidation.ts";
import { useRemove } from "../data/use-remove.ts";
import { useRows } from "../data/use-rows.ts";
import { EntityForm } from "../form/entity-form.tsx";
import { storedLayout, storeLayout } from "./list-layout.ts";
import "./list-views.css";

type View = QueryRow<typeof listViews>;

interface ListViewsProps {
  /** Id of the grid, under which its columns are stored. */
  readonly listId: string;
  /**
   * Called after the columns of a view were stored. The caller mounts the grid again, so that the grid reads these
   * columns.
   */
  readonly onLayout: () => void;
}

const formSpec = { sections: [{ fields: ["viewName", "isShared"] }] };
/**
 * Parameters of the address that a saved view contains (grid-address.ts). All other parameters belong to the page and
 * are not stored.
 */
const ofView = ["filter", "q", "sort"];

/** Button above a list with the saved views: filters, sort and columns under a name, for oneself or for colleagues. */
export function ListViews({ listId, onLayout }: ListViewsProps) {
  const locale = useLocale();
  const { screen, shell } = locale;
  const t = screen.views;
  const client = useClient();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const remove = useRemove(listView);
  const { message } = App.useApp();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<{ readonly view?: View }>();
  const { data, error, refetch } = useRows(
    listViews,
    { where: [{ field: "listId", operator: "EQ", value: listId }], limit: 500 },
    { enabled: open },
  );
  const views = data?.rows ?? [];

  /** Returns the present filters, search text, sort and columns of the list as the fields of a saved view. */
  const shown = () => {
    const kept = new URLSearchParams([...params].filter(([name]) => ofView.includes(name)));
    return { viewQuery: kept.toString() || null, viewLayout: storedLayout(listId) };
  };
  const apply = (view: Pick<View, "viewQuery" | "viewLayout">) => {
    setOpen(false);
    storeLayout(listId, view.viewLayout);
    onLayout();
    setParams(
      (before) => {
        const others = [...before].filter(([name]) => !ofView.includes(name));
        const chosen = [...new URLSearchParams(view.viewQuery ?? "")].filter(([name]) =>
          ofView.includes(name),
        );
        return new URLSearchParams([...others, ...chosen]);
      },
      { replace: true },
    );
  };
  const overwrite = async ({ viewId, updatedDate, viewName }: View) => {
    try {
      await client.update(listView, [{ viewId, updatedDate, ...shown() }]);
      void message.success(t.overwritten(viewName));
      invalidate();
    } catch (error) {
      fail(error);
    }
  };

  const icon = (name: string, Icon: typeof EditOutlined, run: () => void) => (
    <Button type="text" size="small" aria-label={name} title={name} icon={<Icon />} onClick={run} />
  );
  const list = (
    <div className="sk-views">
      {error && !data && <Failed error={error} retry={refetch} />}
      <ul>
        <li>
          <button type="button" onClick={() => apply({ viewQuery: null, viewLayout: null })}>
            {t.standard}
          </button>
        </li>
        {views.map((v) => (
          <li key={v.viewId}>
            <button type="button" onClick={() => apply(v)}>
              {v.viewName}
              <span className="sk-faint">
                {v.isMine ? v.isShared && t.shared : t.sharedBy(v.userName ?? "")}
              </span>
            </button>
            {v.isMine && (
              <span className="sk-views-actions">
                {icon(t.overwrite(v.viewName), SaveOutlined, () => void overwrite(v))}
                {icon(screen.form.edit(v.viewName), EditOutlined, () => {
                  setOpen(false);
                  setForm({ view: v });
                })}
                {icon(`${shell.common.remove} ${v.viewName}`, DeleteOutlined, () => {
                  setOpen(false);
                  remove([v]);
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Button
        type="link"
        onClick={() => {
          setOpen(false);
          setForm({});
        }}
      >
        {t.save}
      </Button>
    </div>
  );
  return (
    <>
      <Popover
        content={list}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={open}
        onOpenChange={setOpen}
        styles={{ container: { padding: 0 } }}
      >
        <Button icon={<StarOutlined />} aria-expanded={open} aria-label={t.title} title={t.title} />
      </Popover>
      {form && (
        <EntityForm
          entity={listView}
          spec={{ ...formSpec, hints: { isShared: t.shareHint } }}
          row={form.view}
          preset={{ listId, ...shown() }}
          title={form.view ? screen.form.edit(form.view.viewName) : t.save}
          onClose={() => setForm(undefined)}
        />
      )}
    </>
  );
}
