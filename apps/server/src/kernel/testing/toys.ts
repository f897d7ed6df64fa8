import { defineEntity, defineEnum, field, tableRights } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";

const colour = defineEnum("colour", { red: 1, blue: 2 });

/** Test entity with a field of every type, a custom wire name, a secret and a computed value. */
export const toy = defineEntity({
  name: "woodToy",
  wire: "BS_TOY",
  access: tableRights(menus.mold),
  key: ["toyNo"],
  fields: {
    toyNo: field.text(20, { required: true }),
    toyName: field.text(50, { wire: "TITLE" }),
    pieces: field.int(),
    price: field.decimal(2),
    isSold: field.flag(),
    madeOn: field.date(),
    seenAt: field.time(),
    colour: field.choice(colour),
    facts: field.json(),
    passwordHash: field.text(100, { secret: true }),
    total: field.decimal(2, { virtual: true }),
  },
});

/** Test entity whose key has two fields, one of them a time. */
export const visit = defineEntity({
  name: "toyVisit",
  wire: "BS_VISIT",
  access: tableRights(menus.product),
  key: ["toyNo", "seenAt"],
  fields: {
    toyNo: field.text(20, { required: true }),
    seenAt: field.time({ required: true }),
    note: field.text(9),
  },
});

/** Returns the text of a statement with its values inserted and white space normalized. */
export function shown(statement: { compile(): { text: string; values: unknown[] } }): string {
  const { text, values } = statement.compile();
  const show = (v: unknown) => (v instanceof Date ? v.toISOString() : JSON.stringify(v));
  return text
    .replace(/\$(\d+)/g, (_, n: string) => `‹${show(values[Number(n) - 1])}›`)
    .replace(/\s+/g, " ")
    .replace(/\( /g, "(")
    .replace(/ \)/g, ")")
    .trim();
}
