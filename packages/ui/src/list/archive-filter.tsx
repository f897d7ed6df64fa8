import type { Condition } from "@shotkeeper/contract/kernel";
import { Select } from "antd";
import { useSearchParams } from "react-router";
import { useLocale } from "../app/index.ts";

type Shown = "inUse" | "archived" | "all";

/**
 * A time before any record was archived. The server leaves archived records out unless a condition names
 * `archivedDate`, so the conditions below compare `archivedDate` with this time.
 */
const never = "1970-01-01T00:00:00.000Z";
const conditionsOf: Readonly<Record<Shown, readonly Condition[]>> = {
  inUse: [],
  archived: [{ field: "archivedDate", operator: "EGT", value: never }],
  all: [{ field: "archivedDate", operator: "NEQ", value: never }],
};

/**
 * Returns which records a list shows (in use, archived or both), and a function that changes this choice. The choice is
 * stored in the address of the page.
 */
export function useArchiveFilter() {
  const [address, setAddress] = useSearchParams();
  const asked = address.get("records");
  const value: Shown = asked === "archived" || asked === "all" ? asked : "inUse";
  const choose = (next: Shown) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === "inUse") after.delete("records");
        else after.set("records", next);
        return after;
      },
      { replace: true },
    );
  return [{ value, conditions: conditionsOf[value] }, choose] as const;
}

/** Select for the records that a list shows: records in use, archived records, or both. */
export function ArchiveFilter(p: { readonly value: Shown; readonly onChange: (value: Shown) => void }) {
  const { common } = useLocale().shell;
  return (
    <Select
      aria-label={common.shownRecords}
      value={p.value}
      onChange={p.onChange}
      popupMatchSelectWidth={false}
      options={[
        { value: "inUse", label: common.inUse },
        { value: "archived", label: common.archived },
        { value: "all", label: common.all },
      ]}
    />
  );
}
