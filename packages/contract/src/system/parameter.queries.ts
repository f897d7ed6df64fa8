import { defineQuery, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { parameter } from "./system.entity.ts";

export const parameterList = defineQuery({
  menu: menus.parameter,
  id: "Q01",
  access: right(menus.parameter, "Q"),
  key: ["prmId"],
  columns: parameter.fields,
});
