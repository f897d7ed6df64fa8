import type { Feature } from "./features.ts";

const keys = "react/accessibility.test.tsx";

export const accessibility: readonly Feature[] = [
  {
    name: "Roles, row and column counts of the ARIA grid pattern",
    example: "rows-in-memory",
    test: ["react/data-grid.test.tsx", "keep only the visible ones in the DOM"],
    ours: "yes",
    others: ["yes", "yes", "yes", "unsure"],
  },
  {
    name: "One tab stop; buttons in cells by Enter or F2",
    example: "buttons-in-cells",
    test: [keys, "takes the grid as one tab stop"],
    ours: "yes",
    others: ["partly", "partly", "yes", "unsure"],
    note: "AG Grid: Tab moves from cell to cell by default, and can be changed. Handsontable: an option.",
  },
  {
    name: "Announcements of sort, filters, selection and saved cells",
    example: "rows-in-memory",
    test: [keys, "tell the sort, the filters and the selection"],
    ours: "yes",
    others: ["partly", "unsure", "unsure", "unsure"],
  },
  {
    name: "Columns moved, pinned and hidden without a mouse",
    example: "columns",
    test: ["react/columns.test.tsx", "can be used by the keyboard alone"],
    ours: "yes",
    others: ["unsure", "partly", "no", "unsure"],
  },
  {
    name: "Forced colours (high contrast)",
    example: "selection",
    test: [keys, "by system colours if colours are forced"],
    ours: "yes",
    others: ["partly", "partly", "no", "unsure"],
    note: "AG Grid and Handsontable document themes with a high contrast.",
  },
  {
    name: "No violation of axe in light and dark",
    example: "rows-in-memory",
    test: ["docs/examples.test.tsx", "axe finds nothing in $id"],
    ours: "yes",
    others: ["unsure", "unsure", "unsure", "unsure"],
  },
];
