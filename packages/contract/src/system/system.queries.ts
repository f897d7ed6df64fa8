import { defineQuery, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { notice, organization, systemLog } from "./system.entity.ts";

/**
 * Lists the organizations that forms offer as choices. Every signed-in user may read them, but users of the shop's
 * customers get no rows.
 */
export const organizationChoices = defineQuery({
  menu: menus.shell,
  id: "Q02",
  access: signedIn,
  key: ["orgId"],
  columns: {
    orgId: organization.fields.orgId,
    orgName: organization.fields.orgName,
    type: organization.fields.type,
    longitude: organization.fields.longitude,
    latitude: organization.fields.latitude,
    radius: organization.fields.radius,
    archivedDate: organization.fields.archivedDate,
  },
});

/** Lists the caller's notices, for the bell. */
export const myNotices = defineQuery({
  menu: menus.shell,
  id: "Q01",
  access: signedIn,
  key: ["noticeId"],
  columns: notice.fields,
});

/** Lists the changes of a record, for the drawer that shows the record's details. */
export const changeHistory = defineQuery({
  menu: menus.shell,
  id: "Q03",
  access: signedIn,
  key: ["logId"],
  columns: systemLog.fields,
});
