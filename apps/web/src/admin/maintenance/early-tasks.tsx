import { dailyTasks } from "@shotkeeper/contract/maintenance";
import { useClient } from "@shotkeeper/ui/app";
import { askEarly } from "@shotkeeper/ui/data";
import { useEffect } from "react";
import { conditions, sorts } from "./daily-tabs.ts";

/** Rows per page of a list, unless the user has chosen another number. */
const pageSize = 20;
const opensTasks = location.hash === "#/maintenance/daily";

/**
 * Asks for today's tasks while the user's data is still loading, because people open this list on a phone in the plant.
 * Renders nothing.
 */
export function EarlyTasks() {
  const client = useClient();
  useEffect(() => {
    if (opensTasks)
      askEarly(client, dailyTasks, { where: conditions.today, sort: sorts.today, limit: pageSize });
  }, [client]);
  return null;
}
