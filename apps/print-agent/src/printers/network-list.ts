import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setAside } from "../journal.ts";
import { Refusal } from "../messages.ts";

/** Command language of a thermal printer. */
export type Language = "zpl" | "escpos";

/** Thermal printer in the network, which the user of this computer added. */
export interface NetworkPrinter {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly language: Language;
  /** Resolution, dots per inch. */
  readonly dpi: number;
  /** Width that the printer can print, mm. Wider labels are refused, because the printer would cut them off. */
  readonly width: number;
  /**
   * True if the printer has ever answered a status query. From then on, a missing answer counts as a trouble
   * (`silent`).
   */
  readonly answers?: boolean;
}

const maxPrinters = 50;

/** Host name or IP address. */
const hostPattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;
const ipv6Pattern = /^[0-9a-f:]{2,39}(%\w+)?$/i;

function wholeNumber(value: unknown, field: string, least: number, most: number): number {
  const n = Number(typeof value === "string" && value.trim() === "" ? Number.NaN : value);
  if (!Number.isInteger(n) || n < least || n > most) throw new Refusal(400, "wrongField", field);
  return n;
}

/** Checks the fields of a printer. Throws a Refusal that names the first wrong field. */
export function printerOf(value: unknown): NetworkPrinter {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const text = (field: string) => (typeof given[field] === "string" ? given[field].trim() : "");
  const [name, host, language] = [text("name"), text("host"), text("language")];
  if (name === "" || name.length > 60 || /\p{Cc}/u.test(name)) throw new Refusal(400, "wrongField", "name");
  const isAddress = hostPattern.test(host) || (host.includes(":") && ipv6Pattern.test(host));
  if (!isAddress) throw new Refusal(400, "wrongField", "host");
  const port = wholeNumber(given.port, "port", 1, 65_535);
  if (language !== "zpl" && language !== "escpos") throw new Refusal(400, "wrongField", "language");
  const dpi = wholeNumber(given.dpi, "dpi", 100, 1200);
  const width = wholeNumber(given.width, "width", 10, 500);
  return { name, host, port, language, dpi, width, ...(given.answers === true && { answers: true }) };
}

/** List of the network printers, stored in a file in the folder of the service. */
export class NetworkList {
  readonly #file: string;
  #printers: readonly NetworkPrinter[] = [];
  /** True if the list could not be read and was set aside at the start. */
  readonly isDamaged: boolean = false;

  constructor(dir: string) {
    this.#file = join(dir, "printers.json");
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    try {
      const list: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      if (!Array.isArray(list)) throw new TypeError("no list");
      this.#printers = list.map(printerOf);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") return;
      const isWrong = cause instanceof SyntaxError || cause instanceof TypeError || cause instanceof Refusal;
      if (!isWrong) throw cause;
      setAside(this.#file, join(dir, "damaged"));
      this.isDamaged = true;
    }
  }

  list(): readonly NetworkPrinter[] {
    return this.#printers;
  }

  get(name: string): NetworkPrinter | undefined {
    return this.#printers.find((p) => p.name === name);
  }

  add(printer: NetworkPrinter): void {
    if (this.#printers.length >= maxPrinters) throw new Refusal(409, "tooManyPrinters");
    this.#save([...this.#printers, printer]);
  }

  remove(name: string): void {
    this.#save(this.#printers.filter((p) => p.name !== name));
  }

  /**
   * Stores that a printer answers status queries. Otherwise, after a restart, a silent printer would count as one that
   * never answers.
   */
  noteAnswer(printer: NetworkPrinter): void {
    if (printer.answers || !this.#printers.includes(printer)) return;
    const next = this.#printers.map((p) => (p === printer ? { ...p, answers: true } : p));
    try {
      this.#save(next);
    } catch (cause) {
      // Keeps the new list in memory if it cannot be written, because a full disk must not stop the printer.
      console.error(cause);
      this.#printers = next;
    }
  }

  #save(printers: readonly NetworkPrinter[]): void {
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, JSON.stringify(printers, null, 2), { mode: 0o600, flush: true });
    renameSync(temporary, this.#file);
    this.#printers = printers;
  }
}
