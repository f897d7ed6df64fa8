import { defineQuery, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { notice, organization, systemLog } from "./system.entity.ts";

/** Organisations to choose from on forms; every logged-in user may read their names. */
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
  },
});

/** The bell: notices of the one who asks. */
export const myNotices = defineQuery({
  menu: menus.shell,
  id: "Q01",
  access: signedIn,
  key: ["noticeId"],
  columns: notice.fields,
});

/** Who changed what, when: the history in every detail drawer. */
export const changeHistory = defineQuery({
  menu: menus.shell,
  id: "Q03",
  access: signedIn,
  key: ["logId"],
  columns: systemLog.fields,
});
