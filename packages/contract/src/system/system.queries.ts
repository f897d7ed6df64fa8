import { defineQuery } from "../kernel/index.ts";
import { notice, organization, systemLog } from "./system.entity.ts";

/** Organisations to choose from on forms; every logged-in user may read their names. */
export const organizationChoices = defineQuery({
  menu: "SYS100",
  id: "Q02",
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
  menu: "SYS100",
  id: "Q01",
  key: ["noticeId"],
  columns: notice.fields,
});

/** Who changed what, when: the history in every detail drawer. */
export const changeHistory = defineQuery({
  menu: "SYS100",
  id: "Q03",
  key: ["logId"],
  columns: systemLog.fields,
});
