import { applicationStat } from "@shotkeeper/contract/shop";
import { pick } from "../pick.ts";
import type { Known } from "../world.ts";
import { type Guides, rowsOf } from "./guide.ts";

const isWaiting = (a: Known) => a.applicationStat === applicationStat.values.waiting;
const isRefused = (a: Known) => a.applicationStat === applicationStat.values.refused;
const seenOf = (a: Known) => ({ applicationId: a.applicationId, appliedAt: a.appliedAt });

/** Operations on companies that signed up in the shop. */
export const applicationGuides: Guides = {
  rf_ApproveApplication: {
    about: "CUST_APPLICATION",
    fits: isWaiting,
    values: ({ random, world, row }) => {
      const oem = pick(
        random,
        rowsOf(world, "SYS_ORG").filter((o) => o.type === "oem"),
      );
      return oem && { ...seenOf(row), oemNames: [oem.orgName], statementDays: 30 };
    },
  },
  rf_DeleteApplication: { about: "CUST_APPLICATION", fits: isRefused, values: ({ row }) => seenOf(row) },
  rf_RefuseApplication: { about: "CUST_APPLICATION", fits: isWaiting, values: ({ row }) => seenOf(row) },
};
