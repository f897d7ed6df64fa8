import type { QueryRow } from "@shotkeeper/contract/kernel";
import type { dictionaryList } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import { Input } from "antd";
import { useState } from "react";

export type Dictionary = QueryRow<typeof dictionaryList>;

interface DictionaryNamesProps {
  readonly all: readonly Dictionary[];
  readonly chosen: string | undefined;
  readonly onChoose: (code: string) => void;
}

/** List of dictionaries with name, code and number of items, to choose one. */
export function DictionaryNames({ all, chosen, onChoose }: DictionaryNamesProps) {
  const { system, screen } = useLocale();
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const shown = all.filter((d) => `${d.dictName} ${d.dictCode}`.toLowerCase().includes(wanted));
  const label = screen.searchFor(system.dictionary.dictionary);
  return (
    <>
      <Input
        allowClear
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
      />
      <ul>
        {shown.map((d) => (
          <li key={d.dictCode}>
            <button type="button" aria-current={d.dictCode === chosen} onClick={() => onChoose(d.dictCode)}>
              <span>
                {d.dictName}
                <code>{d.dictCode}</code>
              </span>
              <b>{d.itemCount}</b>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
