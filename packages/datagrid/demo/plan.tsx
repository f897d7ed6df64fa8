import { useCallback, useMemo, useState } from "react";
import { DataGrid, type GridColumn, type GridLocale, gridTexts, type ImportSpec } from "../src/antd/index.ts";

interface Job {
  id: string;
  what: string;
  hours: number | null;
  due: string | null;
  state: string | null;
  urgent: boolean;
}

const STATES = [
  { value: "open", label: "Open", color: "#1677ff" },
  { value: "done", label: "Done", color: "#389e0d" },
];

const first: Job[] = Array.from({ length: 12 }, (_, n) => ({
  id: `J-${n + 1}`,
  what: `Polish cavity ${n + 1}`,
  hours: (n % 4) + 1,
  due: `2026-03-${String(n + 10)}`,
  state: n % 3 === 0 ? "done" : "open",
  urgent: n % 5 === 0,
}));

const rowKey = (job: Job): string => job.id;

/** Simulates saving a cell. Refuses the value "refuse", to show the error message. */
const save = async (_job: Job, value: unknown): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 150));
  if (value === "refuse") throw new Error("Refused by the server");
};

const columns: GridColumn<Job>[] = [
  { key: "id", title: "Job", type: "text", width: 90, pin: "left", fixed: true },
  { key: "what", title: "What", type: "text", width: 220, edit: { save } },
  {
    key: "hours",
    title: "Hours",
    unit: "h",
    type: "number",
    sum: true,
    edit: {
      save,
      validate: (value) => (typeof value === "number" && value < 0 ? "Hours are not negative" : undefined),
    },
  },
  { key: "due", title: "Due date", type: "date", edit: { save } },
  { key: "state", title: "State", type: "choice", options: STATES, edit: { save } },
  { key: "urgent", title: "Urgent", type: "flag", edit: { save } },
];

/** Example of a short list whose rows can be dragged, edited and imported. */
export function Plan({ locale }: { locale: GridLocale }) {
  const [jobs, setJobs] = useState(first);
  const source = useMemo(() => ({ rows: jobs }), [jobs]);
  const move = useCallback((_job: Job, from: number, to: number) => {
    setJobs((old) => {
      const next = [...old];
      next.splice(to, 0, ...next.splice(from, 1));
      return next;
    });
  }, []);
  const importing = useMemo<ImportSpec>(
    () => ({
      noun: "Jobs",
      columns: [
        { key: "id", title: "Job", type: "text", required: true, maxLength: 20, aliases: ["编号"] },
        { key: "what", title: "What", type: "text" },
        { key: "hours", title: "Hours", unit: "h", type: "number", min: 0 },
        { key: "due", title: "Due date", type: "date" },
        { key: "state", title: "State", type: "choice", options: STATES },
        { key: "urgent", title: "Urgent", type: "flag" },
      ],
      check: async (rows) =>
        rows.flatMap((row, at) => {
          const text =
            row.id === undefined
              ? "A job has a number"
              : jobs.some((job) => job.id === row.id) && `${row.id} is taken`;
          return text ? [{ row: at, key: "id", text }] : [];
        }),
      save: async (rows) => {
        const made = rows.map(
          (row): Job => ({
            id: String(row.id),
            what: String(row.what ?? ""),
            hours: typeof row.hours === "number" ? row.hours : null,
            due: typeof row.due === "string" ? row.due : null,
            state: typeof row.state === "string" ? row.state : null,
            urgent: row.urgent === "Y",
          }),
        );
        setJobs((old) => [...made, ...old]);
        return [];
      },
    }),
    [jobs],
  );
  return (
    <DataGrid<Job>
      id="demo-plan"
      label="Jobs"
      columns={columns}
      rowKey={rowKey}
      source={source}
      texts={gridTexts[locale]}
      onRowMove={move}
      rowDetail={(job) => <p>{job.what}</p>}
      importing={importing}
      size="mini"
      pageSize={999_999}
    />
  );
}
