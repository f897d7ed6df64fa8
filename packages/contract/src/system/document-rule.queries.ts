import { defineQuery } from "../kernel/index.ts";
import { documentRule } from "./system.entity.ts";

export const documentRuleList = defineQuery({
  menu: "SYS110",
  id: "Q01",
  key: ["docId"],
  columns: documentRule.fields,
});
