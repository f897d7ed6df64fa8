import type { Entity } from "@shotkeeper/contract/kernel";
import { useLocale, useSession } from "../app/index.ts";
import type { RowAction } from "./row-actions.tsx";

interface RecordActions<R> {
  readonly edit?: (row: R) => void;
  readonly copy?: (row: R) => void;
  readonly remove?: (row: R) => void;
}

/**
 * Returns a function that lists the usual actions on a record of an entity: edit, copy and delete. Leaves out actions
 * for which the user has no right.
 */
export function useRecordActions<R>(entity: Entity, run: RecordActions<R>): (row: R) => RowAction[] {
  const { shell } = useLocale();
  const { mayWrite } = useSession();
  const { edit, copy, remove } = run;
  return (row) => [
    ...(edit && mayWrite(entity, "M")
      ? [{ key: "edit", label: shell.common.edit, run: () => edit(row) }]
      : []),
    ...(copy && mayWrite(entity, "A")
      ? [{ key: "copy", label: shell.common.copy, run: () => copy(row) }]
      : []),
    ...(remove && mayWrite(entity, "D")
      ? [{ key: "remove", label: shell.common.remove, danger: true, run: () => remove(row) }]
      : []),
  ];
}
