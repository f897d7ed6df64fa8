import { defineQuery, field, right, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { dictionary, dictionaryItem } from "./system.entity.ts";

export const dictionaryList = defineQuery({
  menu: menus.dictionary,
  id: "Q01",
  access: right(menus.dictionary, "Q"),
  key: ["dictCode"],
  columns: { ...dictionary.fields, itemCount: field.int({ virtual: true }) },
});

const items = {
  menu: menus.dictionary,
  key: ["dictCode", "itemValue"],
  columns: { ...dictionaryItem.fields, dictName: field.text(100, { virtual: true }) },
  // Forms of every screen offer these items.
  access: signedIn,
} as const;

/** Items of a dictionary (spec admin §7): SYS103 Q14 with ITEM_ID EQ the code of the dictionary. */
export const dictionaryItems = defineQuery({ ...items, id: "Q14" });

/** The same query under the shop's id (spec shop §7). */
export const shopDictionaryItems = defineQuery({ ...items, id: "Q12" });
