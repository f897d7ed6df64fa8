import { customer } from "../customer/customer.entity.ts";
import { defineCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

const staffJudge = right(menus.salesApplication, "M", { only: ["staff"], peopleOnly: true });
const applicationId = field.int({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER });
const answer = { applicationId } as const;
const seen = {
  applicationId,
  /**
   * Optimistic lock: the `appliedAt` that staff have seen on the screen. The call fails if the applicant has corrected
   * the sign-up since then.
   */
  appliedAt: field.time({ wire: "APPLY_DATE", required: true }),
} as const;

/**
 * Approves a company that signed up. Creates the customer with its host factories and payment terms. Enables the user
 * who signed the company up. The customer buys at the prices of its host factories.
 */
export const approveApplication = defineCommand({
  type: "rf_ApproveApplication",
  access: staffJudge,
  input: {
    ...seen,
    custId: customer.fields.custId,
    /** Host factories for which the customer may buy. The first one is preset in the shop. */
    oemNames: field.json<readonly string[]>({ list: "text" }),
    /** 1 means that the customer pays each order. Otherwise the customer pays by monthly statement. */
    statementDays: field.int({ wire: "MON_DAYS", unit: "days", required: true, min: 1, max: 365 }),
  },
  output: { ...answer, custId: customer.fields.custId },
  secondPerson: { notNeeded: "A visitor applies, and the staff of the shop decide." },
});

/**
 * Deletes a refused sign-up with its user and the picture of its business licence. A company can then sign up again
 * with the same mail address.
 */
export const deleteApplication = defineCommand({
  type: "rf_DeleteApplication",
  access: staffJudge,
  input: seen,
  output: answer,
});

/** Refuses a company that signed up. Its user sees the reason and can correct the sign-up. */
export const refuseApplication = defineCommand({
  type: "rf_RefuseApplication",
  access: staffJudge,
  input: {
    ...seen,
    judgeReason: field.text(200, { required: true }),
  },
  output: answer,
  secondPerson: { notNeeded: "A visitor applies, and the staff of the shop decide." },
});
