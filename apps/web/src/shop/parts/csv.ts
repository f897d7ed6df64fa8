/** A cell that no sheet takes for a formula, nor for two. */
function cell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as a file that spreadsheets open with their characters right. */
export function csvOf(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): Blob {
  const lines = [heads, ...rows].map((r) => r.map(cell).join(","));
  return new Blob([`\uFEFF${lines.join("\r\n")}`], { type: "text/csv;charset=utf-8" });
}
