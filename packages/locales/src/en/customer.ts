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
    taxpayerId: "18-character credit code, or an older 15-digit id",
    statementDays: "1 means no monthly statement",
    defaultOem: "The OEM chosen for orders in the shop",
  },
  emptyHint: "Add the first customer; molds and shop orders can then belong to it.",
  login: {
    action: "Create shop log-in",
    title: (cust: string) => `Shop log-in · ${cust}`,
    lead: "A log-in to the shop for one of its people, who sees this customer's prices, orders and invoices only.",
    told: (user: string) => `The shop log-in ${user} is ready`,
  },
};
