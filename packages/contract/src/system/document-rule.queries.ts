import { defineQuery, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { documentRule } from "./system.entity.ts";

export const documentRuleList = defineQuery({
  menu: menus.documentRule,
  id: "Q01",
  access: right(menus.documentRule, "Q"),
  key: ["docId"],
  columns: documentRule.fields,
});
