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
  columns: {
    ...dictionaryItem.fields,
    dictName: field.text(100, { virtual: true }),
    /** Second names of the item's value and sequence number, because spec admin §3 also uses these names. */
    dataCode: field.text(100, { wire: "DICT_DATA_CODE", virtual: true, aside: true }),
    sortNumber: field.int({ virtual: true, aside: true }),
  },
  // Lets every signed-in user read the items, because forms suggest them.
  access: signedIn,
} as const;

/**
 * Lists the items of a dictionary (spec admin §7). The caller selects the dictionary by the condition that ITEM_ID
 * equals (EQ) its code.
 */
export const dictionaryItems = defineQuery({ ...items, id: "Q14" });

/** The query `dictionaryItems` under a second id, which the shop's clients use (spec shop §7). */
export const shopDictionaryItems = defineQuery({ ...items, id: "Q12" });
