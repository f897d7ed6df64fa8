import type { Entity } from "@shotkeeper/contract/kernel";
import { App } from "antd";
import { textOf, useClient, useFailure, useLocale } from "../app/index.ts";
import type { AnyRow } from "../cells/columns.ts";
import { useInvalidateData } from "./invalidation.ts";

/**
 * Returns a function that asks for confirmation and deletes records. The server refuses records that another user has
 * changed (optimistic lock by UPDATED_DATE).
 */
export function useRemove(
  entity: Entity,
  prompt?: string,
): (rows: readonly AnyRow[], done?: () => void) => void {
  const client = useClient();
  const locale = useLocale();
  const { message, modal } = App.useApp();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const { prompts, common } = locale.shell;
  return (rows, done) => {
    modal.confirm({
      title: prompt ?? prompts.remove,
      content:
        rows.length === 1
          ? entity.key.map((k) => String(rows[0]?.[k])).join(" / ")
          : prompts.removeMany(rows.length),
      okText: common.remove,
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          const keys = rows.map((row) =>
            Object.fromEntries([...entity.key, "updatedDate"].map((name) => [name, row[name]])),
          );
          void message.success(textOf(await client.remove(entity, keys), locale));
          done?.();
        } catch (error) {
          fail(error);
        } finally {
          invalidate();
        }
      },
    });
  };
}
