import { taxpayerIdPattern } from "../customer/customer.entity.ts";
import {
  defineEntity,
  defineEnum,
  defineQuery,
  type EnumValue,
  field,
  type Refusal,
  refusals,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mobilePattern } from "./address/index.ts";

export const applicationStat = defineEnum("applicationStat", { waiting: 0, approved: 1, refused: 2 });

/** Value of OT_ID2 in a file record whose file is the picture of an applicant's business licence. */
export const licencePart = "LICENCE";
/** Largest size of the picture of a business licence, bytes. */
export const maxLicenceBytes = 10 * 1024 * 1024;

/** Mail addresses that can be a log-in name. */
export const applicantMailPattern = /^[A-Za-z0-9_.-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** Fields that a visitor fills in to sign up a company. The mail address becomes the user's log-in name. */
export const signUpFields = {
  custName: field.text(100, { required: true }),
  taxpayerId: field.text(18, { wire: "SOCIAL_CODE", required: true, pattern: taxpayerIdPattern }),
  contact: field.text(50, { wire: "CONET_MAN", required: true }),
  phone: field.text(11, { wire: "CONET_TEL", required: true, pattern: mobilePattern }),
  mail: field.text(50, { wire: "E_MAIL", required: true, pattern: applicantMailPattern }),
} as const;

/**
 * A company that signed up in the shop. Staff approve the company, which then becomes a customer, or refuse the company
 * with a reason.
 */
export const companyApplication = defineEntity({
  name: "companyApplication",
  wire: "CUST_APPLICATION",
  access: tableRights(menus.salesApplication),
  key: ["applicationId"],
  fields: {
    applicationId: field.int({ readOnly: true }),
    ...signUpFields,
    applicationStat: field.choice(applicationStat, { hasDefault: true, readOnly: true }),
    /** User who signed the company up. */
    userId: field.text(50, { readOnly: true }),
    /** Customer that the approval has created. */
    custId: field.text(50, { readOnly: true }),
    /** Time at which the sign-up was handed in, or handed in again after a correction. */
    appliedAt: field.time({ wire: "APPLY_DATE", readOnly: true }),
    judgeReason: field.text(200, { readOnly: true }),
    judgedAt: field.time({ wire: "JUDGE_DATE", readOnly: true }),
    judgedBy: field.text(50, { wire: "JUDGE_BY", readOnly: true }),
  },
});

export const applicationList = defineQuery({
  menu: menus.salesApplication,
  id: "Q01",
  access: right(menus.salesApplication, "Q", { only: ["staff"] }),
  key: ["applicationId"],
  columns: {
    ...companyApplication.fields,
    /** Path of the picture of the business licence. */
    licencePath: field.text(300, { virtual: true }),
  },
});

/** State of a company's sign-up, as its applicant sees it. */
export const applicationFacts = {
  ...signUpFields,
  applicationStat: field.choice(applicationStat, { required: true }),
  appliedAt: companyApplication.fields.appliedAt,
  judgeReason: companyApplication.fields.judgeReason,
} as const;

interface Judged {
  readonly applicationStat: EnumValue<typeof applicationStat> | null;
}

/** Returns why staff cannot approve or refuse a sign-up now. Returns undefined if they can. */
export function refuseJudging(a: Judged): Refusal | undefined {
  return (a.applicationStat ?? applicationStat.values.waiting) === applicationStat.values.waiting
    ? undefined
    : refusals.wrongState();
}

/** Returns why staff cannot delete a sign-up now. Only a refused one can be deleted. */
export function refuseDeletion(a: Judged): Refusal | undefined {
  return a.applicationStat === applicationStat.values.refused ? undefined : refusals.wrongState();
}
