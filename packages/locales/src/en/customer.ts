import type { Texts } from "../types.ts";
import type { customer as model } from "../zh-CN/customer.ts";

export const customer: Texts<typeof model> = {
  sections: {
    identity: "Identity",
    place: "Address and delivery",
    invoice: "Invoicing",
    terms: "OEM and terms",
  },
  hints: {
    taxpayerId: "18-character credit code, or an older 15-digit ID",
    statementDays: "1 means no monthly statement",
    defaultOem: "Preset OEM of orders in the shop",
  },
  emptyHint: "Add the first customer. Molds and shop orders can then belong to it.",
  oems: {
    action: "OEMs",
    title: (cust: string) => `OEMs · ${cust}`,
    lead: "The customer buys for these OEMs, at the prices of each. Without one it cannot order.",
    none: "No OEM yet: the customer cannot order",
    add: "Add OEM",
    remove: (oem: string) => `Remove ${oem}`,
    added: "Assigned",
    removed: "Removed",
    preset: "Preset. Change it in the customer's form.",
  },
  link: {
    action: "Link company",
    title: (cust: string) => `Link company · ${cust}`,
    lead: "Shipped counters are registered in this company. Its administrator must enter your tenant ID as counter supplier first. Empty: no link.",
    done: "Company linked",
  },
  login: {
    action: "Create shop log-in",
    title: (cust: string) => `Shop log-in · ${cust}`,
    lead: "Creates a log-in to the shop. It sees only this customer's prices, orders and invoices.",
    created: (user: string) => `The shop log-in ${user} is ready`,
  },
};
