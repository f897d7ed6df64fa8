/**
 * Values that the machine writes into each row of a EUROMAP 63 report: date and time of the machine, its cycle count,
 * and the description of the mold.
 */
const reportParameters = ["DATE", "TIME", "ActCntCyc", "SetDescMld"] as const;

const crlf = "\r\n";

/**
 * Returns the content of the request file of a EUROMAP 63 session. The request tells the machine to execute a job file.
 */
export const requestFile = (job: string): string => `00000001 EXECUTE "${job}";${crlf}`;

/** Returns the job file that begins a report. The machine writes a row for each shot until the report is aborted. */
export const reportJob = (name: string): string =>
  [
    `JOB ${name} RESPONSE "${name}.LOG";`,
    `REPORT ${name} REWRITE "${name}.DAT"`,
    "START IMMEDIATE",
    "STOP NEVER",
    "CYCLIC SHOT 1",
    "PARAMETERS",
    `${reportParameters.join(`,${crlf}`)}`,
    ";",
    "",
  ].join(crlf);

/** Returns the job file that ends a report. */
export const abortJob = (name: string, report: string): string =>
  [`JOB ${name} RESPONSE "${name}.LOG";`, `ABORT JOB ${report};`, ""].join(crlf);

/** Returns the error of a response file, undefined if the request was processed. */
export function refusalOf(response: string): string | undefined {
  return /\bPROCESSED\b/.test(response)
    ? undefined
    : response.trim().slice(0, 200) || "The response is empty";
}

/** Row that the machine writes into the report for a shot. */
export interface ReportRow {
  readonly count: number;
  readonly mold: string | undefined;
  /**
   * Time of the row by the machine's clock, ms. The clock may be wrong, so the gateway adds a measured offset to it.
   * Undefined: the row has no time.
   */
  readonly machineTime: number | undefined;
}

/** Splits a line at its commas, outside of quoted texts. */
function cellsOf(line: string): string[] {
  const cells = line.replace(/;\s*$/, "").match(/"(?:[^"]|"")*"|[^,]+|(?<=,)(?=,|$)|^(?=,)/g) ?? [];
  return cells.map((c) =>
    c
      .trim()
      .replace(/^"([\s\S]*)"$/, "$1")
      .replaceAll('""', '"')
      .trim(),
  );
}

function timeOf(date: string | undefined, time: string | undefined): number | undefined {
  const d = /^(\d{4})(\d\d)(\d\d)$/.exec(date ?? "");
  const t = /^(\d\d):(\d\d):(\d\d)$/.exec(time ?? "");
  if (!d || !t) return undefined;
  const [, year, month, day] = d.map(Number);
  const [, hour, minute, second] = t.map(Number);
  const ms = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  // Refuses a time that does not exist, such as 25:00:00, because Date.UTC would move it to another day.
  const isReal = new Date(ms).toISOString() === `${d.slice(1).join("-")}T${t[0]}.000Z`;
  return isReal ? ms : undefined;
}

/**
 * Reads the rows of a report file. The first line names the columns; a later line that names them again begins a new
 * report. Leaves out a last line without a line end, because the machine is still writing it. Throws if the file has no
 * cycle count.
 */
export function readReport(text: string): ReportRow[] {
  const lines = text.split(/\r\n|\r|\n/);
  lines.pop();
  const rows: ReportRow[] = [];
  let names: string[] | undefined;
  for (const line of lines) {
    if (line.trim() === "") continue;
    const cells = cellsOf(line);
    if (!names || cells.includes("ActCntCyc")) {
      names = cells;
      if (!names.includes("ActCntCyc")) throw new Error("The report has no column ActCntCyc");
      continue;
    }
    const cell = (name: string) => cells[names?.indexOf(name) ?? -1];
    const count = Number(cell("ActCntCyc"));
    if (cell("ActCntCyc") === "" || !Number.isSafeInteger(count))
      throw new Error(`The report has no count: ${line.slice(0, 100)}`);
    const mold = cell("SetDescMld");
    rows.push({ count, mold: mold || undefined, machineTime: timeOf(cell("DATE"), cell("TIME")) });
  }
  return rows;
}
