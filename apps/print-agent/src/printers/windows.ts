import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PrinterInfo, Sheet, Spooler } from "./printer.ts";
import { run } from "./run.ts";

const powershell = (script: string) =>
  run(
    "powershell.exe",
    ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command", "-"],
    script,
  );

/** Quotes a text for PowerShell. Inside single quotes, only the single quote itself must be escaped. */
const quoted = (s: string) => `'${s.replaceAll("'", "''").replace(/[\r\n]/g, " ")}'`;

/** Returns the path of SumatraPDF, which prints PDF files without a dialog; undefined if it is not installed. */
function reader(): string | undefined {
  const { ProgramFiles = "", LOCALAPPDATA = "" } = process.env;
  return [ProgramFiles, LOCALAPPDATA]
    .filter((dir) => dir !== "")
    .map((dir) => join(dir, "SumatraPDF", "SumatraPDF.exe"))
    .find((file) => existsSync(file));
}

interface Listed {
  readonly Name: string;
  readonly PrinterStatus: number | string;
  readonly WorkOffline?: boolean;
  readonly Default?: boolean;
}

/**
 * Parses Win32_Printer as JSON. A printer is stopped if it works offline, or if PrinterStatus is 6 (stopped) or 7
 * (offline). PrinterStatus 4 is printing; others count as ready.
 */
export function readPrinters(json: string): PrinterInfo[] {
  const parsed: unknown = JSON.parse(json.trim() || "[]");
  return (Array.isArray(parsed) ? parsed : [parsed]).map((p: Listed): PrinterInfo => {
    const status = Number(p.PrinterStatus);
    const isDefault = p.Default === true;
    if (p.WorkOffline) return { name: p.Name, state: "stopped", message: "offline", isDefault };
    if (status === 7) return { name: p.Name, state: "stopped", message: "offline", isDefault };
    if (status === 6) return { name: p.Name, state: "stopped", message: "stopped", isDefault };
    return { name: p.Name, state: status === 4 ? "printing" : "ready", isDefault };
  });
}

/** Returns the PowerShell script that prints a picture in the size of the page through System.Drawing. */
export function pictureScript(sheet: Sheet, file: string): string {
  const inch = (mm: number) => Math.round((mm / 25.4) * 100);
  const [w, h] = [inch(sheet.pageWidth), inch(sheet.pageHeight)];
  return `$ErrorActionPreference='Stop'
Add-Type -AssemblyName System.Drawing
$d = New-Object System.Drawing.Printing.PrintDocument
$d.DocumentName = ${quoted(sheet.jobName)}
$d.PrinterSettings.PrinterName = ${quoted(sheet.printer)}
if (-not $d.PrinterSettings.IsValid) { throw 'printer is not there' }
$d.PrinterSettings.Copies = ${sheet.copies}
$d.DefaultPageSettings.PaperSize = New-Object System.Drawing.Printing.PaperSize('Label', ${w}, ${h})
$d.DefaultPageSettings.Margins = New-Object System.Drawing.Printing.Margins(0, 0, 0, 0)
$d.OriginAtMargins = $false
$d.PrintController = New-Object System.Drawing.Printing.StandardPrintController
$i = [System.Drawing.Image]::FromFile(${quoted(file)})
$d.add_PrintPage({
  param($s, $e)
  $p = $e.PageSettings
  $e.Graphics.DrawImage($i, 0 - $p.HardMarginX, 0 - $p.HardMarginY, ${w}, ${h})
  $e.HasMorePages = $false
})
$d.Print()
$i.Dispose()
`;
}

/** Spooler of Windows. PDF files are printed only if SumatraPDF is installed. */
export const windows: Spooler = {
  isRepeatable: false,
  get formats() {
    return reader() ? (["pdf", "png"] as const) : (["png"] as const);
  },
  async printers() {
    return readPrinters(
      await powershell(
        [
          "Get-CimInstance Win32_Printer",
          "Select-Object Name,PrinterStatus,WorkOffline,Default",
          "ConvertTo-Json -Compress",
        ].join(" | "),
      ),
    );
  },
  async submit(sheet, file) {
    const program = reader();
    if (sheet.type === "pdf" && program)
      await run(program, [
        "-print-to",
        sheet.printer,
        "-print-settings",
        `noscale,${sheet.copies}x`,
        "-silent",
        file,
      ]);
    else await powershell(pictureScript(sheet, file));
    return "spooled";
  },
  // Reports every job as done. SumatraPDF and the PowerShell script return only after Windows has spooled the whole
  // job. Windows itself shows later failures.
  progress: async () => ({ state: "done" }),
};
