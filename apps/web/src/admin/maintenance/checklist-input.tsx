import type { Condition } from "@shotkeeper/contract/kernel";
import {
  checklistList,
  checklistsFor,
  type ItemDraft,
  type ItemResult,
  itemResult,
  itemsOf,
  readDrafts,
  writeResults,
} from "@shotkeeper/contract/maintenance";
import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { Button, Input, Radio, Select } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";

interface ChecklistInputProps {
  readonly kind: 1 | 2;
  readonly moldType: string | null;
  /** Stored answers of a task whose work was sent back (wire format). */
  readonly answers: unknown;
}

/** Returns the form input for the results of a checklist. The server refuses items without a result. */
export function checklistInput({ kind, moldType, answers }: ChecklistInputProps) {
  const where: readonly Condition[] = [
    { field: "checklistKind", operator: "EQ", value: kind },
    { field: "isValid", operator: "EQ", value: true },
  ];
  const stored = readDrafts(answers);
  return function ChecklistInput({ id, value, onChange, disabled }: InputProps) {
    const { maintenance: t, enums } = useLocale();
    const found = useRows(checklistList, { where });
    const lists = useMemo(() => checklistsFor(found.data?.rows ?? [], moldType), [found.data]);
    const [chosen, setChosen] = useState<string>();
    const list = lists.find((l) => l.checklistName === chosen) ?? lists[0];
    const listItems = list?.items;
    const items = useMemo(() => itemsOf(listItems), [listItems]);
    const drafts = readDrafts(value);
    // Keeps `onChange` out of the dependencies of the effect below. The form passes a new function with every render,
    // so the effect would run with every render and erase the results.
    const emit = useRef(onChange);
    emit.current = onChange;
    // Writes the stored or empty results for the items of the selected checklist, at first and after the user selects
    // another checklist.
    useEffect(() => {
      if (items.length > 0)
        emit.current?.(
          writeResults(
            items.map(
              (i) =>
                stored.find((d) => d.item === i.name) ?? {
                  item: i.name,
                  result: null,
                  value: null,
                  note: null,
                },
            ),
          ),
        );
    }, [items]);
    if (found.data && !list) return <span className="sk-faint">{t.noChecklist}</span>;
    const put = (index: number, change: Partial<ItemDraft>) =>
      onChange?.(writeResults(drafts.map((d, i) => (i === index ? { ...d, ...change } : d))));
    const options = (["ok", "notOk", "na"] as const).map((r) => ({
      value: itemResult.values[r],
      label: enums.itemResult[r],
    }));
    return (
      <div className="sk-checklist" id={id}>
        <div className="sk-checklist-head">
          {lists.length > 1 ? (
            <Select
              size="small"
              aria-label={t.checklist}
              value={list?.checklistName}
              onChange={setChosen}
              options={lists.map((l) => ({ value: l.checklistName, label: l.checklistName }))}
            />
          ) : (
            <strong>{list?.checklistName}</strong>
          )}
          <Button
            size="small"
            // Disables the button until the items of the checklist are loaded.
            disabled={disabled || drafts.length === 0}
            onClick={() =>
              onChange?.(
                writeResults(drafts.map((d) => ({ ...d, result: d.result ?? itemResult.values.ok }))),
              )
            }
          >
            {t.allOk}
          </Button>
        </div>
        {drafts.map((d, i) => {
          const unit = items[i]?.unit;
          return (
            <div key={d.item} className="sk-checklist-item" data-open={d.result === null || undefined}>
              <span>
                {i + 1}. {d.item}
              </span>
              <Radio.Group
                size="small"
                optionType="button"
                aria-label={d.item}
                disabled={disabled ?? false}
                options={options}
                value={d.result}
                onChange={(e) => put(i, { result: e.target.value as ItemResult["result"] })}
              />
              {unit && (
                <Input
                  size="small"
                  aria-label={t.measured(d.item)}
                  suffix={unit}
                  maxLength={50}
                  value={d.value ?? ""}
                  onChange={(e) => put(i, { value: e.target.value || null })}
                />
              )}
              {d.result === itemResult.values.notOk && (
                <Input
                  size="small"
                  placeholder={t.whatIsWrong}
                  maxLength={200}
                  value={d.note ?? ""}
                  onChange={(e) => put(i, { note: e.target.value || null })}
                />
              )}
            </div>
          );
        })}
      </div>
    );
  };
}
