import { useEffect } from "react";
import { type GridLocale, gridTexts } from "../core/texts.ts";
import "../react/datagrid.css";
import { ImportDialog } from "./import-dialog.tsx";
import type { ImportSpec } from "./spec.ts";

const states = [
  { value: 1, label: "Open" },
  { value: 2, label: "Done" },
];

const spec: ImportSpec = {
  noun: "Jobs",
  columns: [
    { key: "id", title: "Job", type: "text", required: true, maxLength: 6, aliases: ["Number"] },
    { key: "hours", title: "Hours", unit: "h", type: "number", min: 0 },
    { key: "due", title: "Due date", type: "date" },
    { key: "state", title: "State", type: "choice", options: states },
  ],
  check: async (rows) =>
    rows.flatMap((row, at) => (row.id === "J-2" ? [{ row: at, key: "id", text: "J-2 already exists" }] : [])),
  save: async () => [],
};

const good = "Job,Hours (h),Due date,State\nJ-1,2,2026-03-01,Open\nJ-3,4,2026-03-02,Done\n";
const bad = "Job,Hours (h),Due date,State\nJ-1,2,2026-03-01,Open\nJ-2,-1,31.31.2026,Lost\n,1,,\n";
const mixed = [
  "Job;Hours (h);Due dat;State;;Job",
  "J-1;1,5;01/02/2026;Open;x;",
  " J-4 ;1.234,25 h;03/02/2026;Done;y;",
  "J-1;many;2026年3月1日;Lost;;",
  ";;;;only a note;",
].join("\n");
const unknown = "Identity,Effort\nJ-1,2\n";

interface ImportStoryProps {
  readonly locale?: GridLocale;
  readonly spec?: ImportSpec;
  readonly onClose?: () => void;
}

/** Reports each row whose number already occurs in an earlier row, as the server does. */
const withDuplicates: ImportSpec = {
  ...spec,
  check: async (rows) =>
    rows.flatMap((row, at) => {
      const first = rows.findIndex((r) => r.id === row.id);
      return first < at ? [{ row: at, key: "id", text: "exists already", sameAs: first }] : [];
    }),
};

/**
 * Chooses a file in the import dialog, as a user would. Waits until the dialog is open, because antd draws it after
 * this effect has run.
 */
function useFile(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return;
    const timer = setInterval(() => {
      const field = document.querySelector<HTMLInputElement>(".dgi input[type=file]");
      if (!field) return;
      clearInterval(timer);
      const files = new DataTransfer();
      files.items.add(new File([text], "jobs.csv", { type: "text/csv" }));
      field.files = files.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }, 5);
    return () => clearInterval(timer);
  }, [text]);
}

interface DialogProps extends ImportStoryProps {
  readonly text?: string;
}

function Dialog({ text, locale = "en", spec: own = spec, onClose = () => {} }: DialogProps) {
  useFile(text);
  return <ImportDialog id="story" spec={own} gridTexts={gridTexts[locale]} onClose={onClose} />;
}

export const ChooseAFile = (props: ImportStoryProps) => <Dialog {...props} />;
export const GoodRows = (props: ImportStoryProps) => <Dialog {...props} text={good} />;
export const RowsWithFaults = (props: ImportStoryProps) => <Dialog {...props} text={bad} />;
export const UnknownColumns = (props: ImportStoryProps) => <Dialog {...props} text={unknown} />;
export const ConvertedRows = (props: ImportStoryProps) => (
  <Dialog {...props} spec={withDuplicates} text={mixed} />
);
export const UnreadableFile = (props: ImportStoryProps) => <Dialog {...props} text="" />;
