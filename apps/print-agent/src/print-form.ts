import type { FastifyRequest } from "fastify";
import type { Identity } from "./journal.ts";
import { Refusal } from "./messages.ts";
import { languageOf } from "./printers/commands.ts";
import type { Sheet } from "./printers/printer.ts";

/** Returns the file type by the first bytes of the content, because file names are unreliable. */
function typeOf(bytes: Buffer): Sheet["type"] | undefined {
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return "pdf";
  if (bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n") return "png";
  return languageOf(bytes);
}

/** Largest number of copies of a job, the same as in `packages/label-print`. */
const maxCopies = 99;

function number(fields: Map<string, string>, name: string, least: number, most: number, otherwise?: number) {
  const text = fields.get(name)?.trim() ?? "";
  if (text === "" && otherwise !== undefined) return otherwise;
  const n = Number(text);
  if (text === "" || !Number.isFinite(n)) throw new Refusal(400, "wrongField", name);
  if (n < least || n > most) throw new Refusal(400, "outOfRange", name, String(least), String(most));
  return n;
}

/** Reads the names of the labels: a JSON list of short texts. */
function namesOf(text: string | undefined): string[] {
  if (!text) return [];
  try {
    const names: unknown = JSON.parse(text);
    const isName = (n: unknown): n is string => typeof n === "string" && n.length <= 100;
    if (Array.isArray(names) && names.length <= 2000 && names.every(isName)) return names;
  } catch {
    // The text is no JSON. The line below refuses it.
  }
  throw new Refusal(400, "wrongField", "labels");
}

interface PrintForm {
  readonly bytes: Buffer;
  readonly sheet: Sheet;
  readonly identity: Omit<Identity, "origin">;
}

/** Reads the uploaded file and the print options of the form. Throws a Refusal if a field is missing or invalid. */
export async function readForm(request: FastifyRequest): Promise<PrintForm> {
  if (!request.isMultipart()) throw new Refusal(400, "noFile");
  const fields = new Map<string, string>();
  let bytes: Buffer | undefined;
  for await (const part of request.parts()) {
    // Refuses a value that was too long and therefore arrived cut off.
    if (part.type === "field" && part.valueTruncated) throw new Refusal(400, "wrongField", part.fieldname);
    if (part.type === "field") fields.set(part.fieldname, String(part.value));
    else if (part.fieldname === "file") bytes = await part.toBuffer();
    else part.file.resume();
  }
  if (!bytes) throw new Refusal(400, "noFile");
  const type = typeOf(bytes);
  if (!type) throw new Refusal(415, "wrongType");
  const copies = number(fields, "copies", 1, maxCopies, 1);
  if (!Number.isInteger(copies)) throw new Refusal(400, "wrongField", "copies");
  const key = fields.get("key");
  if (key !== undefined && !/^[\w.:/+ -]{8,200}$/.test(key)) throw new Refusal(400, "wrongField", "key");
  const jobName = (fields.get("jobName") ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 100);
  return {
    bytes,
    identity: { key, labels: namesOf(fields.get("labels")), again: fields.get("again") === "1" },
    sheet: {
      printer: fields.get("printer") ?? "",
      copies,
      pageWidth: number(fields, "pageWidth", 5, 2000),
      pageHeight: number(fields, "pageHeight", 5, 2000),
      // Removes leading dashes. Otherwise lp, the print command of CUPS, would take the name for an option.
      jobName: jobName.replace(/^-+/, "") || "label",
      type,
    },
  };
}
