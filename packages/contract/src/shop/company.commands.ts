import { customer } from "../customer/customer.entity.ts";
import { defineCommand, defineEnum, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { user } from "../system/system.entity.ts";
import { applicantMailPattern } from "./application.entity.ts";

/**
 * Role of a person in the company of a customer. Approvers manage the company's people and approve its orders. As long
 * as no enabled approver has logged in and replaced the initial password, the first enabled person of the company is an
 * approver too, so that somebody can approve.
 */
export const companyRole = defineEnum("companyRole", { buyer: 0, approver: 1 });

/** Largest number of people of a company. */
export const maxPeople = 200;

const mayManage = right(menus.shop, "M", { only: ["customer"], peopleOnly: true });
const mayApprove = right(menus.salesOrder, "M", { only: ["customer"] });
const role = field.choice(companyRole, { required: true });
const orderNos = field.json<readonly string[]>({ list: "text" });
const changedOrders = { orderNos: output.values<string>({ shape: "text" }) } as const;

/** Returns the people of a customer's company, and the company's approval rule (`approvalAbove`). */
export const companyPeople = defineCommand({
  type: "rf_CompanyPeople",
  access: right(menus.shop, "Q", { others: [menus.customer], only: ["staff", "customer"] }),
  input: { custId: field.text(50) },
  output: {
    people: output.rows({
      userId: user.fields.userId,
      userName: user.fields.userName,
      mail: user.fields.mail,
      companyRole: role,
      /** True if the person may approve orders now. */
      isApprover: field.flag({ required: true }),
      isEnabled: field.flag({ required: true }),
      /** True if the shop's staff have disabled the person. Approvers cannot change this person. */
      isBlocked: field.flag({ required: true }),
      /** True until the person has replaced the initial password. */
      isInvited: field.flag({ required: true }),
    }),
    approvalAbove: customer.fields.approvalAbove,
    /** True if the caller is an approver of the company, who may change its people and its approval rule. */
    isManager: field.flag({ required: true }),
  },
});

/**
 * Adds a person to the caller's company. The mail address becomes the log-in name. Only the answer to this call
 * contains the initial password, which the person must change at the first log-in. Only approvers may do this.
 */
export const invitePerson = defineCommand({
  type: "rf_InvitePerson",
  access: mayManage,
  input: {
    mail: field.text(50, { wire: "E_MAIL", required: true, pattern: applicantMailPattern }),
    userName: user.fields.userName,
    companyRole: role,
  },
  output: { userId: field.text(50, { required: true }), password: field.text(100, { required: true }) },
});

/**
 * Changes the role of a person of the caller's company, and whether the person may log in. Callers cannot change their
 * own account, nor a person whom the shop's staff have disabled. Only approvers may do this.
 */
export const changePerson = defineCommand({
  type: "rf_ChangePerson",
  access: mayManage,
  input: {
    userId: field.text(50, { required: true }),
    companyRole: role,
    isEnabled: field.flag({ required: true }),
  },
  output: {},
});

/**
 * Sets the checkout total above which orders of the company's buyers must wait for approval. The checkouts of a buyer
 * on one day that needed no approval are added up (`approvalNeed`). Only approvers may do this.
 */
export const setApproval = defineCommand({
  type: "rf_SetApproval",
  access: mayManage,
  input: {
    /** 0: all orders wait for approval. Null: no order waits. The change does not affect orders that already wait. */
    approvalAbove: field.decimal(2, { unit: "yuan", min: 0, max: 1e10 }),
  },
  output: {},
});

/** Approves orders of the caller's company, so that they can be paid. Only approvers may do this. */
export const approveOrders = defineCommand({
  type: "rf_ApproveOrders",
  access: mayApprove,
  input: { orderNos },
  output: changedOrders,
  secondPerson: { notNeeded: "The company names its approvers, whose own orders need no approval." },
});

/** Refuses orders of the caller's company: cancels them and releases their stock. Only approvers may do this. */
export const refuseOrders = defineCommand({
  type: "rf_RefuseOrders",
  access: mayApprove,
  input: { orderNos, cancelReason: field.text(200, { required: true }) },
  output: changedOrders,
  secondPerson: { notNeeded: "Cancels orders of the own company and approves nothing." },
});
