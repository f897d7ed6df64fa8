import { defineQuery } from "../kernel/index.ts";
import { parameter } from "./system.entity.ts";

export const parameterList = defineQuery({
  menu: "BS109",
  id: "Q01",
  key: ["prmId"],
  columns: parameter.fields,
});
