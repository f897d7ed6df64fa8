import { archiving, defineEntity, field, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

// Phone numbers of mainland China (spec shop §5): mobile, and landline with an optional extension.
const mobile = /^1[3-9]\d{9}$/;
const fixedLine = /^0\d{2,3}-?\d{7,8}(-\d{1,6})?$/;
const eitherPhone = /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/;

/** Taxpayer id: 18 characters, or 15 digits in the older format. */
export const taxpayerIdPattern = /^([0-9A-HJ-NPQRTUWXY]{18}|\d{15})$/;

/** A customer: a company that buys in the shop (spec shop §3, BS_CUST). */
export const customer = defineEntity({
  name: "customer",
  wire: "BS_CUST",
  access: tableRights(menus.customer, { writers: { A: ["staff"], M: ["staff", "customer"], D: ["staff"] } }),
  key: ["custId"],
  fields: {
    custId: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    custName: field.text(100, { required: true }),
    contact: field.text(50, { wire: "CONET_MAN" }),
    phone: field.text(11, { wire: "CONET_TEL", pattern: mobile }),
    fixedPhone: field.text(20, { wire: "FIXED_TEL", pattern: fixedLine }),
    mail: field.text(100, { wire: "E_MAIL", pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }),
    province: field.text(50, { wire: "PROVINCENAME" }),
    city: field.text(50, { wire: "CITYNAME" }),
    district: field.text(50, { wire: "EXPAREANAME" }),
    address: field.text(120, { wire: "CONET_ADDR" }),
    invoiceTitle: field.text(100, { wire: "INVOICE_HEADER" }),
    /** The pattern verifies only the form. `isTaxpayerId` also verifies the check character. */
    taxpayerId: field.text(18, { wire: "SOCIAL_CODE", pattern: taxpayerIdPattern }),
    invoiceAddress: field.text(150, { wire: "ADD_TEL" }),
    bankName: field.text(100, { wire: "OPEN_BANK" }),
    bankAccount: field.text(30, { pattern: /^\d[\d -]*\d$/ }),
    consignee: field.text(50, { wire: "RE_MAN" }),
    consigneePhone: field.text(20, { wire: "RE_TEL", pattern: eitherPhone }),
    /**
     * Name of the OEM for which the customer usually orders. The shop identifies OEMs ("host factories") by name
     * (OEM_NAME), not by id.
     */
    defaultOem: field.text(100),
    /** Days until a monthly statement is due. 1 means that the customer gets no monthly statement (spec shop §3). */
    statementDays: field.int({ wire: "MON_DAYS", unit: "days", min: 1, max: 365 }),
    /**
     * Checkouts with a total above this amount wait for an approver of the customer's company. Null: no checkout waits.
     */
    approvalAbove: field.decimal(2, { unit: "yuan", min: 0, max: 1e10, readOnly: true }),
    /**
     * Code of the tenant on this platform that belongs to the customer. Shipped counters are registered in this
     * tenant.
     */
    tenantCode: field.text(30, { readOnly: true }),
    remark: field.text(500),
    ...archiving,
  },
});
