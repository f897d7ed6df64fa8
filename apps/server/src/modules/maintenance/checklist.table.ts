import { AppError } from "@shotkeeper/contract/kernel";
import { checklist, checklistList, refuseItems } from "@shotkeeper/contract/maintenance";
import { implement, table } from "../../kernel/registry.ts";

export const checklistListImpl = implement(checklistList, {
  from: "checklist",
  columns: {
    checkCount:
      "(select count(*) from unnest(string_to_array(t.items, E'\\n')) line where btrim(line) <> '')",
  },
});

export const checklistTable = table(checklist, {
  from: "checklist",
  writes: ["A", "M", "D"],
  check(_ctx, _action, rows) {
    for (const row of rows) {
      const refusal = typeof row.items === "string" ? refuseItems(row.items) : undefined;
      if (refusal) throw new AppError(refusal);
    }
  },
});
