import { workplaceFigures } from "@shotkeeper/contract/board";
import { dailyTasks } from "@shotkeeper/contract/maintenance";
import { useClient } from "@shotkeeper/ui/app";
import { askEarly, useEarlyData } from "@shotkeeper/ui/data";
import { useEffect } from "react";
import { conditions, sorts } from "./maintenance/daily-tabs.ts";

const noInput = {};
/** Number of rows of a page of a list, unless the user has chosen another one. */
const pageSize = 20;
/** Address at which the application was opened, without "#". */
const opened = location.hash.replace(/^#/, "");

/**
 * Asks for the data of the pages with which people begin on a phone, while the user's data is still loading. The page
 * then has its data when it is first drawn. Renders nothing.
 */
export function EarlyData() {
  if (["", "/", "/dashboard/workplace"].includes(opened)) return <Figures />;
  return opened === "/maintenance/daily" ? <Tasks /> : null;
}

function Figures() {
  useEarlyData(workplaceFigures, noInput);
  return null;
}

function Tasks() {
  const client = useClient();
  useEffect(
    () => askEarly(client, dailyTasks, { where: conditions.today, sort: sorts.today, limit: pageSize }),
    [client],
  );
  return null;
}
