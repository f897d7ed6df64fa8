import { ClientError } from "@shotkeeper/client";
import { appointList, appointState } from "@shotkeeper/contract/inspection";
import { countsGoingOn, notCountedLines } from "@shotkeeper/contract/inventory";
import type { Condition, Query } from "@shotkeeper/contract/kernel";
import {
  checklistList,
  dailyTasks,
  maintenancePeople,
  sparePartList,
  taskTab,
} from "@shotkeeper/contract/maintenance";
import { moldList } from "@shotkeeper/contract/mold";
import { directClient, offline } from "../client.ts";

/** Queries whose rows a device downloads, so that users can work without a connection during a shift. */
const packed: readonly { readonly query: Query; readonly where?: readonly Condition[] }[] = [
  { query: countsGoingOn },
  { query: notCountedLines },
  {
    query: dailyTasks,
    where: [{ field: "tab", operator: "IN", value: [taskTab.values.today, taskTab.values.deferred] }],
  },
  { query: checklistList },
  { query: sparePartList },
  { query: maintenancePeople },
  {
    query: appointList,
    where: [
      {
        field: "appointState",
        operator: "IN",
        value: [appointState.values.unsolved, appointState.values.solved],
      },
    ],
  },
  { query: moldList },
];

/** Maximum number of rows of a query that a device stores. A query with more rows is not available offline. */
const maxRows = 20_000;

/**
 * Downloads the data that this device needs without a connection. Leaves out queries that the user may not use. Rejects
 * if the server cannot be reached.
 */
export async function takeAlong(): Promise<void> {
  const { layer } = offline;
  if (!layer) return;
  const logIn = directClient.tokens.session();
  for (const { query, where = [] } of packed) {
    try {
      const { rows, total } = await directClient.query(query, { where, limit: maxRows });
      // Stops if another user has logged in meanwhile, because the rows belong to the earlier user.
      if (directClient.tokens.session() !== logIn) return;
      if (total <= maxRows) await layer.pack(query, rows, where);
    } catch (error) {
      // Skips a query that the server refuses, for example because the user has no right to it. All other failures end
      // the download.
      if (!(error instanceof ClientError) || error.local !== undefined || error.status >= 400) throw error;
    }
  }
  await layer.prune();
}
