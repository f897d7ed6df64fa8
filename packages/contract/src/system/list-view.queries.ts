import { defineEntity, defineQuery, field, pick, signedIn, tableSignedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { user } from "./system.entity.ts";

/** A saved view of a list: its filters, its sort and its columns under a name. */
export const listView = defineEntity({
  name: "listView",
  wire: "SYS_VIEW",
  access: tableSignedIn(menus.shell),
  key: ["viewId"],
  fields: {
    viewId: field.int({ readOnly: true }),
    /** User who saved the view. Only this user may change or delete it. */
    userId: field.text(50, { readOnly: true, reference: "SYS_USER", isPart: true }),
    /** Id of the list: the id of its grid, for example "BS101.Q01". */
    listId: field.text(60, { required: true, atCreation: true, pattern: /^[\w.-]+$/ }),
    viewName: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    /**
     * Filters and sort: the query string of the list's address, without "?". Empty: the list's default filters and
     * sort.
     */
    viewQuery: field.text(2000, { pattern: /^[^?#]*$/ }),
    /** Columns as the grid stores them (JSON). Empty: the list's default columns. */
    viewLayout: field.text(8000),
    /** True: users of the same organization and customer as the owner see the view too. */
    isShared: field.flag({ hasDefault: true }),
  },
});

/**
 * Lists the caller's views, and the shared views of users of the same organization and customer. Rights on the list
 * itself are not needed: a view contains no rows.
 */
export const listViews = defineQuery({
  menu: menus.shell,
  id: "Q04",
  access: signedIn,
  key: ["viewId"],
  columns: {
    ...listView.fields,
    ...pick(user, "userName"),
    isMine: field.flag({ virtual: true }),
  },
});
