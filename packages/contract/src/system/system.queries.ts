import { defineQuery, field } from "../kernel/index.ts";
import { dictionaryItem, notice, organization, systemLog } from "./system.entity.ts";

/** The dictionary load of spec admin §7: SYS103 Q14, ITEM_ID EQ the dictionary code. */
export const dictionaryItems = defineQuery({
  menu: "SYS103",
  id: "Q14",
  key: ["dictCode", "itemValue"],
  columns: { ...dictionaryItem.fields, dictName: field.text(100, { virtual: true }) },
});

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
