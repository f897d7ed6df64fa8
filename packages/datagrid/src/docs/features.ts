/**
 * Tells whether a product has a feature. "paid": only in a paid edition. "unsure": the public documents did not say it
 * clearly.
 */
export type Answer = "yes" | "paid" | "partly" | "no" | "unsure";

export interface Feature {
  readonly name: string;
  /** Example that shows the feature (file in `examples/` without extension). Required unless `ours` is "no". */
  readonly example?: string;
  /** Test that proves the feature: file below `src/`, and a part of the test's title. */
  readonly test?: readonly [file: string, title: string];
  readonly ours: Answer;
  /** For each of the four compared products, in the order of `products`: whether it has the feature. */
  readonly others: readonly [Answer, Answer, Answer, Answer];
  /** Limits and differences. If the package lacks the feature, the note gives the reason. */
  readonly note?: string;
}

/**
 * The compared products. The answers come from the products' public documents in the first half of 2025. Nobody has
 * checked them since.
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

export const features: readonly Feature[] = [
  {
    name: "A million lazy rows, rows and columns out of view not in the DOM",
    example: "lazy-rows",
    test: ["docs/testing/example-uses.ts", "lazy-rows"],
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
    name: "Filters with “or”, in one column and between columns",
    example: "any-of-several",
    test: ["react/filter-alternatives.test.tsx", "joins conditions of several columns by or, in one chip"],
    ours: "yes",
    others: ["paid", "partly", "no", "partly"],
    note:
      "AG Grid: two conditions of one column are free, between columns it is the paid Advanced Filter. " +
      "Ours: sources that load rows must declare that they understand alternatives (canFilterAny). Otherwise the " +
      "filter only offers values of one column, which it requests as one IN.",
  },
  {
    name: "Sort by several columns",
    example: "rows-in-memory",
    test: ["react/data-grid.test.tsx", "a sort by several columns shows their order"],
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
    test: ["react/data-grid.test.tsx", "extends by Shift, stays on other pages, and is cleared"],
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
    example: "edit-like-a-spreadsheet",
    test: ["react/table-editing.test.tsx", "is pasted from a spreadsheet, undone and redone"],
    ours: "yes",
    others: ["paid", "yes", "partly", "paid"],
    note: "Glide gives the events; undo and saving are left to the page.",
  },
  {
    name: "Conflicts with changes of other people",
    example: "edit-like-a-spreadsheet",
    test: ["react/table-editing.test.tsx", "shows what somebody else has changed and lets the user decide"],
    ours: "yes",
    others: ["no", "no", "no", "no"],
  },
  {
    name: "Headers over groups of columns",
    example: "column-groups",
    test: ["react/structure.test.tsx", "column groups have headers over their columns"],
    ours: "yes",
    others: ["yes", "yes", "yes", "yes"],
  },
  {
    name: "Rows in groups with aggregates",
    example: "row-groups",
    test: ["react/structure.test.tsx", "show counts and aggregates, and open by click and by keys"],
    ours: "yes",
    others: ["paid", "partly", "no", "yes"],
    note: "All rows must be in memory.",
  },
  {
    name: "Rows as a tree",
    example: "tree",
    test: ["react/structure.test.tsx", "a tree opens and closes rows by their arrows"],
    ours: "yes",
    others: ["paid", "yes", "no", "yes"],
  },
  {
    name: "Pinned rows",
    example: "pinned-rows",
    test: ["react/structure.test.tsx", "pinned rows stay while the others scroll"],
    ours: "yes",
    others: ["yes", "yes", "partly", "yes"],
  },
  {
    name: "Search in all cells",
    example: "find-in-cells",
    test: ["react/structure.test.tsx", "finds cells on all pages by Ctrl+F"],
    ours: "yes",
    others: ["paid", "yes", "yes", "no"],
  },
  {
    name: "Details below a row",
    example: "details-below-rows",
    test: ["react/structure.test.tsx", "opens details below a row, also of rows that are loaded lazily"],
    ours: "yes",
    others: ["paid", "no", "no", "yes"],
    note: "Not together with groups or a tree, whose arrows open children.",
  },
  {
    name: "Custom filters and editors",
    example: "custom-filter-and-editor",
    test: ["react/table-editing.test.tsx", "offers a custom editor"],
    ours: "yes",
    others: ["yes", "partly", "partly", "yes"],
    note: "Handsontable: editors and conditions of filters. Glide has editors, but no filters.",
  },
  {
    name: "Three sizes of rows, page sizes of the caller",
    example: "sizes-and-pages",
    test: ["react/structure.test.tsx", "has three sizes of rows, and page sizes of the caller"],
    ours: "yes",
    others: ["partly", "partly", "partly", "yes"],
    note: "AG Grid and Handsontable: the density is a matter of the theme. Glide has no pages.",
  },
  {
    name: "Pages from right to left",
    example: "right-to-left",
    test: ["react/right-to-left.test.tsx", "moves by the arrow keys as the columns look"],
    ours: "yes",
    others: ["yes", "yes", "no", "unsure"],
    note: "Glide: texts in cells, but not the order of the columns.",
  },
  {
    name: "Rows as high as their content",
    ours: "no",
    others: ["yes", "yes", "partly", "yes"],
    note:
      "Left out. All rows have one height, because the place of each of a million rows is computed from it " +
      "without drawing the rows above. rowHeight sets another height for all rows, and details below a row show long " +
      "texts.",
  },
  {
    name: "Merged cells",
    ours: "no",
    others: ["yes", "yes", "partly", "yes"],
    note:
      "Left out. Ranges, paste and keys work on one cell per row and column, and cells out of view are not in the " +
      "DOM. Headers over groups of columns and groups of rows show what is equal. Glide: only over columns.",
  },
  {
    name: "Rows dragged by handle and keyboard",
    example: "row-order",
    test: ["react/range.test.tsx", "works by its handle and by keys"],
    ours: "yes",
    others: ["partly", "partly", "yes", "yes"],
    note: "By keyboard only ours, as far as the documents say.",
  },
  {
    name: "Row detail in a drawer",
    example: "row-order",
    test: ["react/data-grid.test.tsx", "opens a row in its drawer"],
    ours: "yes",
    others: ["no", "no", "no", "no"],
    note: "Ours is a drawer; the others show details below the row.",
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
    test: ["docs/testing/example-uses.ts", "csv-for-excel"],
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
    test: ["docs/testing/example-uses.ts", "read-a-spreadsheet"],
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
    test: ["docs/testing/example-uses.ts", "own-controls"],
    ours: "yes",
    others: ["partly", "partly", "partly", "partly"],
    note: "All have themes; popovers and menus of the others are replaced one by one.",
  },
  {
    name: "Controls and theme of antd",
    example: "antd-and-import",
    test: ["docs/testing/example-uses.ts", "antd-and-import"],
    ours: "yes",
    others: ["no", "no", "no", "no"],
  },
  {
    name: "React 18 and 19; Vite, webpack, Next, esbuild without settings",
    example: "rows-in-memory",
    test: ["package.test.ts", "shows the rows of the README's example"],
    ours: "yes",
    others: ["yes", "yes", "partly", "no"],
    note: "Ours: npm test -- packages. Glide needs a portal element, and in Next a dynamic import. vxe is for Vue.",
  },
];
