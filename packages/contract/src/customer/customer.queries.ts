import { defineQuery, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { customer } from "./customer.entity.ts";

export const customerList = defineQuery({
  menu: menus.customer,
  id: "Q01",
  access: right(menus.customer, "Q"),
  key: ["custId"],
  columns: customer.fields,
});
