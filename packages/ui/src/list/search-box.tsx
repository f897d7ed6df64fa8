import { SearchOutlined } from "@ant-design/icons";
import type { GridFilter } from "@shotkeeper/datagrid/antd";
import { Input, Select, Space } from "antd";
import { useState } from "react";
import { useLocale } from "../app/index.ts";
import { labelOf } from "../cells/labels.ts";
import "./list.css";

interface SearchBoxProps {
  /** Names of the fields in which the user can search. The first field is preselected. */
  readonly fields: readonly string[];
  readonly filters: readonly GridFilter[];
  readonly onChange: (filters: readonly GridFilter[]) => void;
}

const isSearch = (f: GridFilter, fields: readonly string[]) =>
  f.operator === "LIKE" && fields.includes(f.field);

/**
 * Search field above a list. The typed text becomes a "contains" filter, which appears among the list's filter chips
 * and in the address.
 */
export function SearchBox({ fields, filters, onChange }: SearchBoxProps) {
  const locale = useLocale();
  const current = filters.find((f) => isSearch(f, fields));
  const [field, setField] = useState(current?.field ?? fields[0] ?? "");
  const shown = current ? String(current.value) : "";
  const [draft, setDraft] = useState(shown);
  const filtered = JSON.stringify(filters);
  const [seen, setSeen] = useState(filtered);
  // Makes text and field follow the filters, which the user may also change by a chip, a saved view or the Back button.
  // Text that was typed but not searched for is removed then, because it would look like a filter of the list.
  if (seen !== filtered) {
    setSeen(filtered);
    setDraft(shown);
    if (current) setField(current.field);
  }
  const search = (text: string, by = field) => {
    const rest = filters.filter((f) => !isSearch(f, fields));
    const value = text.trim();
    onChange(value === "" ? rest : [...rest, { field: by, operator: "LIKE", value }]);
  };
  const label = labelOf(field, locale);
  return (
    <Space.Compact className="sk-search-box">
      {fields.length > 1 && (
        <Select
          aria-label={locale.screen.searchIn}
          value={field}
          popupMatchSelectWidth={false}
          options={fields.map((f) => ({ value: f, label: labelOf(f, locale) }))}
          onChange={(by) => {
            setField(by);
            if (draft.trim() !== "") search(draft, by);
          }}
        />
      )}
      <Input
        allowClear
        value={draft}
        prefix={<SearchOutlined className="sk-faint" />}
        placeholder={locale.screen.searchFor(label)}
        aria-label={locale.screen.searchFor(label)}
        onChange={(e) => {
          setDraft(e.target.value);
          if (e.target.value === "") search("");
        }}
        onPressEnter={() => search(draft)}
      />
    </Space.Compact>
  );
}
