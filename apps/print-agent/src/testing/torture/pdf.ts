import { code128 } from "@shotkeeper/label-print";

/** Makes a PDF with one page for each label. The page shows the label's bar code as vector shapes. */
export function labelsPdf(names: readonly string[]): Blob {
  const parts: string[] = ["%PDF-1.4\n"];
  const starts: number[] = [];
  const object = (no: number, body: string) => {
    starts[no] = parts.join("").length;
    parts.push(`${no} 0 obj\n${body}\nendobj\n`);
  };
  object(1, "<</Type/Catalog/Pages 2 0 R>>");
  const kids = names.map((_, i) => `${3 + i * 2} 0 R`).join(" ");
  object(2, `<</Type/Pages/Count ${names.length}/Kids[${kids}]>>`);
  for (const [i, name] of names.entries()) {
    const at = 3 + i * 2;
    const bars = code128(name).runs.map((r) => `${10 + r.at} 40 ${r.length} 60 re`);
    const content = `${bars.join(" ")} f`;
    object(at, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 215 368]/Resources<<>>/Contents ${at + 1} 0 R>>`);
    object(at + 1, `<</Length ${content.length}>>\nstream\n${content}\nendstream`);
  }
  const from = parts.join("").length;
  const rows = starts.slice(1).map((s) => `${String(s).padStart(10, "0")} 00000 n \n`);
  parts.push(`xref\n0 ${starts.length}\n0000000000 65535 f \n${rows.join("")}`);
  parts.push(`trailer\n<</Size ${starts.length}/Root 1 0 R>>\nstartxref\n${from}\n%%EOF\n`);
  return new Blob(parts, { type: "application/pdf" });
}
