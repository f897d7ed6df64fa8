import { customer, customerList, isTaxpayerId } from "@shotkeeper/contract/basic";
import { AppError } from "@shotkeeper/contract/kernel";
import { implement, table } from "../../kernel/registry.ts";

export const customerListImpl = implement(customerList, { from: "customer" });

export const customerTable = table(customer, {
  from: "customer",
  writes: ["A", "M", "D"],
  check(_ctx, _action, rows) {
    for (const { taxpayerId } of rows)
      if (typeof taxpayerId === "string" && !isTaxpayerId(taxpayerId))
        throw new AppError("S0200", "SOCIAL_CODE");
  },
});
