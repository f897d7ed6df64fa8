import type { Condition } from "@shotkeeper/contract/kernel";
import {
  checklistList,
  checklistsFor,
  type ItemResult,
  itemResult,
  itemsOf,
} from "@shotkeeper/contract/maintenance";
import { useLocale } from "@shotkeeper/ui/app";
import { type InputProps, useRows } from "@shotkeeper/ui/screen";
import { Button, Input, Radio, Select } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";

/** An item that nobody has looked at yet has no result: the server does not take it. */
type Draft = Omit<ItemResult, "RESULT"> & { readonly RESULT: ItemResult["RESULT"] | null };

interface Of {
  readonly kind: 1 | 2;
  readonly moldType: string | null;
}

/** Goes through the checklist that is made for a mold's type, item by item. */
export function checklistInput({ kind, moldType }: Of) {
  const where: readonly Condition[] = [
    { field: "checklistKind", operator: "EQ", value: kind },
    { field: "isValid", operator: "EQ", value: true },
  ];
  return function ChecklistInput({ id, value, onChange, disabled }: InputProps) {
    const { maintenance: t, enums } = useLocale();
    const found = useRows(checklistList, { where });
    const lists = useMemo(() => checklistsFor(found.data?.rows ?? [], moldType), [found.data]);
    const [chosen, setChosen] = useState<string>();
    const list = lists.find((l) => l.checklistName === chosen) ?? lists[0];
    const items = useMemo(() => itemsOf(list?.items), [list]);
    const drafts = (Array.isArray(value) ? value : []) as readonly Draft[];
    // A form hands out a new `onChange` at every key that is pressed.
    const emit = useRef(onChange);
    emit.current = onChange;
    // Another list: nothing of it is looked at yet.
    useEffect(() => {
      if (items.length > 0)
        emit.current?.(items.map((i): Draft => ({ ITEM: i.name, RESULT: null, VALUE: null, NOTE: null })));
    }, [items]);
    if (found.data && !list) return <span className="sk-faint">{t.noChecklist}</span>;
    const put = (index: number, more: Partial<Draft>) =>
      onChange?.(drafts.map((d, i) => (i === index ? { ...d, ...more } : d)));
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
            disabled={disabled ?? false}
            onClick={() =>
              onChange?.(drafts.map((d) => ({ ...d, RESULT: d.RESULT ?? itemResult.values.ok })))
            }
          >
            {t.allOk}
          </Button>
        </div>
        {drafts.map((d, i) => {
          const unit = items[i]?.unit;
          return (
            <div key={d.ITEM} className="sk-checklist-item" data-open={d.RESULT === null || undefined}>
              <span>
                {i + 1}. {d.ITEM}
              </span>
              <Radio.Group
                size="small"
                optionType="button"
                aria-label={d.ITEM}
                disabled={disabled ?? false}
                options={options}
                value={d.RESULT}
                onChange={(e) => put(i, { RESULT: e.target.value as ItemResult["RESULT"] })}
              />
              {unit && (
                <Input
                  size="small"
                  aria-label={t.measured(d.ITEM)}
                  suffix={unit}
                  maxLength={50}
                  value={d.VALUE ?? ""}
                  onChange={(e) => put(i, { VALUE: e.target.value || null })}
                />
              )}
              {d.RESULT === itemResult.values.notOk && (
                <Input
                  size="small"
                  placeholder={t.whatIsWrong}
                  maxLength={200}
                  value={d.NOTE ?? ""}
                  onChange={(e) => put(i, { NOTE: e.target.value || null })}
                />
              )}
            </div>
          );
        })}
      </div>
    );
  };
}
