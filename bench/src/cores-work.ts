import { tokenHeader } from "@shotkeeper/contract/kernel";
import { documentType } from "@shotkeeper/contract/shop";
import { bankFile } from "../../apps/server/src/testing/bank.ts";
import { insert, page, readByKey } from "./api-requests.ts";
import { secret, sentReading } from "./counters.ts";
import { post } from "./load.ts";

/** A kind of request that is sent to both servers. */
export interface Work {
  readonly name: string;
  /** True: the database does much of the work. False: nearly all work is done by the server itself. */
  readonly onDatabase: boolean;
  /** Number of requests of a round. */
  readonly size: number;
  /** Number of equal requests that a connection sends in one piece. Undefined: 1. */
  readonly each?: number;
  /** Returns request number `n` of the run. Both servers count together, so that no number is used twice. */
  readonly request: (n: number) => Uint8Array;
}

/** Rows of the sheet that is read: a statement of account in CSV. */
const sheetRows = 2000;
const pipelined = 16;

export interface Tenants {
  /** Number of molds of the tenant of `token`. */
  readonly molds: number;
  readonly token: string;
  /** Session of the tenant with the shop. */
  readonly shopToken: string;
  /** Chip codes of the counters that send readings. Each connection sends the readings of its own counter. */
  readonly chips: readonly string[];
}

/** Returns the kinds of requests that are measured. */
export function worksOf({ molds, token, shopToken, chips }: Tenants): readonly Work[] {
  const mitt = (body: object) => post("/mitt", { [tokenHeader]: token }, body);
  const inShop = (body: object) => post("/mitt", { [tokenHeader]: shopToken }, body);
  const list = page("byKeyOrder", "MOLD_NO");
  const read = readByKey(molds);
  const sheet = inShop({
    Type: "rf_MatchBankLines",
    InParams: {
      BANK_FILE: "statement.csv",
      FILE_CONTENT: bankFile(
        "Nobody",
        Array.from({ length: sheetRows }, (_, i) => ({ amount: 1000 + i, remark: `Goods ${i}` })),
      ),
    },
  });
  const checked = mitt({ Type: "rf_ExportTargets", InParams: {} });
  const group = Buffer.concat(Array.from({ length: pipelined }, () => checked));
  return [
    { name: "list", onDatabase: true, size: 400, request: (n) => mitt(list(n).ours) },
    { name: "read by key", onDatabase: true, size: 4000, request: (n) => mitt(read(n).ours) },
    { name: "insert", onDatabase: true, size: 3000, request: (n) => mitt(insert(n).ours) },
    {
      name: "ingest",
      onDatabase: true,
      size: 6000,
      request(n) {
        const chip = chips[n % chips.length] ?? "";
        const body = { Type: "report", Data: [sentReading(chip, Math.floor(n / chips.length))] };
        return post("/jsq", { [tokenHeader]: `Counter ${chip}:${secret}` }, body);
      },
    },
    {
      name: "session-checked command",
      onDatabase: false,
      size: 1000 * pipelined,
      each: pipelined,
      request: () => group,
    },
    { name: "read a sheet", onDatabase: false, size: 128, request: () => sheet },
    {
      name: "make a PDF",
      onDatabase: false,
      size: 120,
      // Each order gives a new document. A document that exists already would not be made again.
      request: (n) =>
        inShop({
          Type: "rf_PrintToPdf",
          InParams: { DOC_TYPE: documentType.quotation, DocCode: `H${n + 1}`, LANGUAGE: "en" },
        }),
    },
  ];
}
