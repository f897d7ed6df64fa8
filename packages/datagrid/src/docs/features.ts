/** "paid": in a paid edition. "unsure": the public documents did not say it clearly. */
export type Answer = "yes" | "paid" | "partly" | "no" | "unsure";

export interface Feature {
  readonly name: string;
  /** Example that shows it (file in `examples/` without extension). */
  readonly example?: string;
  /** Test that proves it: file below `src/`, and a part of the test's title. */
  readonly test?: readonly [file: string, title: string];
  readonly ours: Answer;
  /** Answers of the other products, in the order of `products`. */
  readonly others: readonly [Answer, Answer, Answer, Answer];
  readonly note?: string;
}

/**
 * The compared products. The answers are what their public documents said in the first half of 2025. They were not
 * checked since.
 */
export const products = [
  {
    name: "AG Grid",
    detail: "Community; “paid” is Enterprise. Documents of version 33",
  },
  {
    name: "Handsontable",
    detail: "paid for commercial use. Documents of version 15",
  },
  { name: "Glide Data Grid", detail: "MIT, canvas. Documents of version 6" },
  {
    name: "vxe-table",
    detail: "MIT, Vue only. Documents of version 4; paid plug-ins",
  },
] as const;

const keys = "react/accessibility.test.tsx";

export const features: readonly Feature[] = [
  {
    name: "A million lazy rows, rows and columns out of view not in the DOM",
    example: "lazy-rows",
    test: ["docs/examples.test.tsx", "lazy-rows"],
    ours: "yes",
    others: ["yes", "partly", "yes", "yes"],
    note: "AG Grid: infinite row model; its server-side model is paid. Handsontable keeps all rows in memory.",
  },
  {
    name: "Filters by type, shown as chips, with a text for the address",
    example: "filters-in-the-address",
    test: ["react/data-grid.test.tsx", "of every type go to the source together"],
    ours: "yes",
    others: ["partly", "partly", "no", "partly"],
    note: "AG Grid: filters by type yes, the set filter is paid, chips are not built in.",
  },
  {
    name: "Sort by several columns",
    example: "rows-in-memory",
    test: ["react/data-grid.test.tsx", "by one column changes its direction"],
    ours: "yes",
    others: ["yes", "yes", "no", "yes"],
  },
  {
    name: "Columns dragged, pinned, resized, hidden; layout stored",
    example: "columns",
    test: ["react/columns.test.tsx", "works by dragging its header, and is remembered"],
    ours: "yes",
    others: ["yes", "partly", "partly", "yes"],
    note: "Storing the layout is left to the page in AG Grid and Glide.",
  },
  {
    name: "Selection across pages",
    example: "selection",
    test: ["docs/examples.test.tsx", "selection"],
    ours: "yes",
    others: ["yes", "no", "yes", "yes"],
  },
  {
    name: "Ranges of cells, copied for spreadsheets",
    example: "rows-in-memory",
    test: ["react/range.test.tsx", "copied as spreadsheets paste it"],
    ours: "yes",
    others: ["paid", "yes", "yes", "paid"],
  },
  {
    name: "Editing in place with validation",
    example: "editing",
    test: ["react/range.test.tsx", "begins with the typed text"],
    ours: "yes",
    others: ["yes", "yes", "yes", "yes"],
  },
  {
    name: "Cells pasted, cut, cleared and filled, with undo and one save",
    test: ["react/table-editing.test.tsx", "is pasted from a spreadsheet, undone and redone"],
    ours: "yes",
    others: ["paid", "yes", "partly", "paid"],
    note: "Glide gives the events; undo and saving are left to the page.",
  },
  {
    name: "Conflicts with changes of other people",
    test: ["react/table-editing.test.tsx", "shows what somebody else has changed and lets the user decide"],
    ours: "yes",
    others: ["no", "no", "no", "no"],
  },
  {
    name: "Headers over groups of columns",
    test: ["react/structure.test.tsx", "column groups have headers over their columns"],
    ours: "yes",
    others: ["yes", "yes", "yes", "yes"],
  },
  {
    name: "Rows in groups with aggregates",
    test: ["react/structure.test.tsx", "show counts and aggregates, and open by click and by keys"],
    ours: "yes",
    others: ["paid", "partly", "no", "yes"],
    note: "All rows must be in memory.",
  },
  {
    name: "Rows as a tree",
    test: ["react/structure.test.tsx", "a tree opens and closes rows by their arrows"],
    ours: "yes",
    others: ["paid", "yes", "no", "yes"],
  },
  {
    name: "Pinned rows",
    test: ["react/structure.test.tsx", "pinned rows stay while the others scroll"],
    ours: "yes",
    others: ["yes", "yes", "partly", "yes"],
  },
  {
    name: "Search in all cells",
    test: ["react/structure.test.tsx", "finds cells on all pages by Ctrl+F"],
    ours: "yes",
    others: ["paid", "yes", "yes", "no"],
  },
  {
    name: "Rows dragged by handle and keyboard",
    example: "row-order",
    test: ["docs/examples.test.tsx", "row-order"],
    ours: "yes",
    others: ["partly", "partly", "yes", "yes"],
    note: "By keyboard only ours, as far as the documents say.",
  },
  {
    name: "Row detail",
    example: "row-order",
    test: ["docs/examples.test.tsx", "row-order"],
    ours: "yes",
    others: ["paid", "no", "no", "yes"],
    note: "Ours and vxe differ from AG Grid: ours is a drawer, vxe has expanded rows.",
  },
  {
    name: "Export to .xlsx with types, in a worker",
    example: "antd-and-import",
    test: ["sheet/files.test.ts", "has the same values and types when it is read again"],
    ours: "yes",
    others: ["paid", "partly", "no", "partly"],
    note: "Handsontable exports CSV; .xlsx needs another library. vxe needs a plug-in. No worker is documented.",
  },
  {
    name: "CSV that keeps 18 digits and 007 in Excel, formulas inert",
    example: "csv-for-excel",
    test: ["docs/examples.test.tsx", "csv-for-excel"],
    ours: "yes",
    others: ["partly", "partly", "no", "unsure"],
    note: "AG Grid and Handsontable can suppress or escape formulas.",
  },
  {
    name: "Import of .xlsx, .xls, .csv with mapping, reasons per cell, bad rows back as a file",
    example: "antd-and-import",
    test: ["import/import-dialog.test.tsx", "marks every faulty cell with its reason"],
    ours: "yes",
    others: ["no", "no", "no", "partly"],
    note: "vxe imports a file whose columns match.",
  },
  {
    name: "Spreadsheets without the grid",
    example: "read-a-spreadsheet",
    test: ["docs/examples.test.tsx", "read-a-spreadsheet"],
    ours: "yes",
    others: ["no", "no", "no", "no"],
  },
  {
    name: "Core without a framework",
    example: "headless",
    test: ["package.test.ts", "keeps antd out of all entries"],
    ours: "yes",
    others: ["yes", "yes", "no", "no"],
    note: "The others have a core with its own DOM; ours has no user interface.",
  },
  {
    name: "Controls of another library, colours by CSS",
    example: "own-controls",
    test: ["docs/examples.test.tsx", "own-controls"],
    ours: "yes",
    others: ["partly", "partly", "partly", "partly"],
    note: "All have themes; popovers and menus of the others are replaced one by one.",
  },
  {
    name: "Controls and theme of antd",
    example: "antd-and-import",
    test: ["docs/examples.test.tsx", "antd-and-import"],
    ours: "yes",
    others: ["no", "no", "no", "no"],
  },
  {
    name: "React 18 and 19; Vite, webpack, Next, esbuild without settings",
    test: ["package.test.ts", "shows the rows of the README's example"],
    ours: "yes",
    others: ["yes", "yes", "partly", "no"],
    note: "Ours: npm test -- packages. Glide needs a portal element, and in Next a dynamic import. vxe is for Vue.",
  },
];

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
