/** Labels of the menus and fields in packages/contract/src/customer. */
export const customerLabels = {
  menus: {
    customer: "Customers",
  },
  fields: {
    custName: "Customer name",
    contact: "Contact",
    fixedPhone: "Landline",
    district: "District",
    address: "Address",
    invoiceTitle: "Invoice title",
    taxpayerId: "Taxpayer ID",
    invoiceAddress: "Invoice address and phone",
    bankName: "Bank",
    bankAccount: "Bank account",
    consignee: "Default consignee",
    consigneePhone: "Consignee's phone",
    defaultOem: "Default OEM",
    statementDays: "Payment terms",
    phone: "Phone",
    mail: "E-mail",
    province: "Province",
    city: "City",
  },
};
