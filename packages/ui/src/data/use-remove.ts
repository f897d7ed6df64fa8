import type { Entity } from "@shotkeeper/contract/kernel";
import { App } from "antd";
import { textOf, useClient, useLocale } from "../app/index.ts";
import type { AnyRow } from "../cells/columns.ts";
import { useInvalidateData } from "./invalidation.ts";
import { useRemovalFailure } from "./usage-links.tsx";

const isKey = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

type Step = "remove" | "archive" | "restore";

/**
 * Returns a function that deletes, archives or restores records after the user has confirmed. The server refuses to
 * delete a record that another user has changed (optimistic lock by UPDATED_DATE).
 */
export function useRemove(
  entity: Entity,
  prompt?: string,
): (rows: readonly AnyRow[], done?: () => void, step?: Step) => void {
  const client = useClient();
  const locale = useLocale();
  const { message, modal } = App.useApp();
  const fail = useRemovalFailure();
  const invalidate = useInvalidateData();
  const { prompts, common } = locale.shell;
  return (rows, done, step = "remove") => {
    const run = async () => {
      try {
        const names = step === "remove" ? [...entity.key, "updatedDate"] : entity.key;
        const keys = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
        void message.success(textOf(await client[step](entity, keys), locale));
        done?.();
      } catch (error) {
        fail(error, rows.map((row) => row[entity.key[0] ?? ""]).filter(isKey));
      } finally {
        invalidate();
      }
    };
    if (step === "restore") return void run();
    const isRemoval = step === "remove";
    modal.confirm({
      title: isRemoval ? (prompt ?? prompts.remove) : prompts.archive(rows.length),
      content:
        rows.length === 1
          ? entity.key.map((k) => String(rows[0]?.[k])).join(" / ")
          : isRemoval && prompts.removeMany(rows.length),
      okText: isRemoval ? common.remove : common.archive,
      okButtonProps: { danger: isRemoval },
      onOk: run,
    });
  };
}
