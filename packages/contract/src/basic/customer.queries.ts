import { defineQuery } from "../kernel/index.ts";
import { customer } from "./customer.entity.ts";

export const customerList = defineQuery({
  menu: "BS103",
  id: "Q01",
  key: ["custId"],
  columns: customer.fields,
});
