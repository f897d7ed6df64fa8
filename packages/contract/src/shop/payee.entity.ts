import { defineEntity, defineQuery, field, onlyWriters, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** Value of OT_ID2 in the file record of a payee's picture that shows the QR code for payments. */
export const payeeQrPart = "QR";

/** A bank account of the tenant to which customers of the shop pay. Pages of the shop and printed documents show it. */
export const payee = defineEntity({
  name: "payee",
  wire: "SHOP_PAYEE",
  access: tableRights(menus.salesPayee, { readOn: [menus.salesOrder], writers: onlyWriters("staff") }),
  key: ["payeeId"],
  fields: {
    payeeId: field.int({ readOnly: true }),
    accountHolder: field.text(100, { required: true }),
    bankName: field.text(100, { wire: "OPEN_BANK", required: true }),
    bankAccount: field.text(34, { required: true, pattern: /^[A-Z0-9][A-Z0-9 -]*[A-Z0-9]$/ }),
    /** Number of the bank for transfers between banks: CNAPS or SWIFT code. */
    bankCode: field.text(20, { pattern: /^[A-Z0-9]{8,14}$/ }),
    remark: field.text(200),
  },
});

/** Lists the payees, in the order in which they were added. */
export const payeeList = defineQuery({
  menu: menus.salesPayee,
  id: "Q01",
  access: right(menus.salesPayee, "Q", { others: [menus.salesOrder] }),
  key: ["payeeId"],
  columns: {
    ...payee.fields,
    /** Path of the picture of the QR code. */
    qrPath: field.text(300, { virtual: true }),
  },
});
