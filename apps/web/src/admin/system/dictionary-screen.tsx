import { PlusOutlined } from "@ant-design/icons";
import { dictionary, dictionaryList } from "@shotkeeper/contract/system";
import { useLocale, useNarrow, useSession } from "@shotkeeper/ui/app";
import { EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { useRemove, useRows } from "@shotkeeper/ui/data";
import { EntityForm } from "@shotkeeper/ui/form";
import { RowActions } from "@shotkeeper/ui/list";
import { Button, Select, Skeleton } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { DictionaryItems } from "./dictionary-items.tsx";
import { type Dictionary, DictionaryNames } from "./dictionary-names.tsx";
import "./system.css";
import "./dictionary.css";

/** Screen with the list of dictionaries, and beside it the items of the selected dictionary. */
export default function DictionaryScreen() {
  const { system, shell, screen, menus } = useLocale();
  const t = system.dictionary;
  const { mayWrite } = useSession();
  const narrow = useNarrow();
  const read = useRows(dictionaryList, { limit: 5000 });
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Dictionary | "add">();
  const remove = useRemove(dictionary, t.removePrompt);
  const all = read.data?.rows ?? [];
  const chosen = all.find((d) => d.dictCode === params.get("dict")) ?? all[0];
  const choose = (code: string) => setParams({ dict: code }, { replace: true });
  const addButton = mayWrite(dictionary, "A") && (
    <Button
      size="small"
      icon={<PlusOutlined />}
      aria-label={screen.form.add(t.dictionary)}
      onClick={() => setOpen("add")}
    />
  );
  const actions = chosen && [
    ...(mayWrite(dictionary, "M")
      ? [{ key: "edit", label: shell.common.edit, run: () => setOpen(chosen) }]
      : []),
    ...(mayWrite(dictionary, "D")
      ? [
          {
            key: "remove",
            label: shell.common.remove,
            danger: true,
            refused: chosen.itemCount ? t.hasItems : undefined,
            run: () => remove([chosen]),
          },
        ]
      : []),
  ];
  return (
    <div className={narrow ? "sk-split sk-split-narrow" : "sk-split"}>
      {narrow ? (
        <div className="sk-dict-pick">
          <Select
            aria-label={t.dictionary}
            showSearch={{ optionFilterProp: "label" }}
            options={all.map((d) => ({ value: d.dictCode, label: `${d.dictName} · ${d.dictCode}` }))}
            value={chosen?.dictCode ?? null}
            onChange={choose}
          />
          {addButton}
        </div>
      ) : (
        <Panel title={t.dictionaries} extra={addButton} wait={read} className="sk-dict-names">
          <DictionaryNames all={all} chosen={chosen?.dictCode} onChoose={choose} />
        </Panel>
      )}
      {chosen ? (
        <DictionaryItems
          key={chosen.dictCode}
          of={chosen}
          head={
            <span className="sk-dict-head">
              <strong>{chosen.dictName}</strong>
              <code>{chosen.dictCode}</code>
              {actions && <RowActions actions={actions} />}
            </span>
          }
        />
      ) : (
        <div className="sk-list">
          {read.isPending ? (
            <Skeleton active paragraph={{ rows: 8 }} />
          ) : (
            <EmptyHint title={screen.empty.title(menus.dictionary)} hint={t.emptyHint} />
          )}
        </div>
      )}
      {open && (
        <EntityForm
          entity={dictionary}
          spec={{ sections: [{ fields: ["dictCode", "dictName"] }], hints: { dictCode: t.codeHint } }}
          row={open === "add" ? undefined : open}
          title={open === "add" ? screen.form.add(t.dictionary) : screen.form.edit(open.dictCode)}
          onClose={() => setOpen(undefined)}
          onSaved={(key) => choose(String(key.dictCode))}
        />
      )}
    </div>
  );
}
