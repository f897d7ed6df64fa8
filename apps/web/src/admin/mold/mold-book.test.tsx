import { repairList } from "@shotkeeper/contract/maintenance";
import { explainCount, moldList } from "@shotkeeper/contract/mold";
import { loadLocale } from "@shotkeeper/locales";
import { formatsOf } from "@shotkeeper/ui/app";
import { describe, expect, it } from "vitest";
import { bookOf } from "./mold-book.ts";

const locale = await loadLocale("en");
const c = { locale, formats: formatsOf("en", locale.shell.time) };
const at = "2026-03-02T08:30:00.000Z";

const book = (total = 1) =>
  bookOf({
    moldNo: "M-1",
    moldName: "Grille",
    madeAt: at,
    madeBy: "ann",
    facts: [{ title: "Identity", names: ["moldNo", "moldName", "cavities"] }],
    fields: moldList.columns,
    row: { moldNo: "M-1", moldName: "Grille", cavities: 2 },
    ledger: {
      moldNo: "M-1",
      at,
      total: 1290,
      opening: 1000,
      bindings: [
        {
          writerId: "W-1",
          bindTime: at,
          unbindTime: null,
          shots: 300,
          readings: 7,
          firstCount: 5,
          lastCount: 305,
        },
      ],
      corrections: [
        {
          qty: -10,
          reason: "test shots",
          createdBy: "bob",
          createdDate: at,
          isEstimated: false,
          gapFrom: null,
          gapTo: null,
        },
      ],
    },
    chapters: [
      {
        title: "Repairs",
        fields: repairList.columns,
        names: ["taskId", "faultName", "cavity"],
        rows: [{ taskId: "MT-1", faultName: "Leak", cavity: 2 }],
        total,
      },
      { title: "Tasks", fields: repairList.columns, names: ["taskId"], rows: [], total: 0 },
    ],
    c,
  });
/** Returns all texts of the document in reading order. */
function textsOf(node: unknown): string[] {
  if (typeof node === "string") return [node];
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  const { text, table, content } = node as Readonly<Record<string, unknown>>;
  const body = (table as { body?: unknown } | undefined)?.body;
  return [text, body, content].flatMap(textsOf);
}

describe("the record book of a mold", () => {
  it("has the facts, a ledger that adds up, and a chapter for each list", () => {
    const texts = textsOf(book());
    for (const text of [
      "M-1   Grille",
      "Identity",
      "1,000",
      "300",
      "-10",
      "1,290",
      "bob · test shots",
      "Leak",
      "MT-1",
    ])
      expect(texts, text).toContain(text);
    expect(texts).toContain("Repairs (1)");
    expect(texts.slice(texts.indexOf("Tasks (0)"))).toEqual(["Tasks (0)", "No entries"]);
    expect(explainCount.output.total).toBeDefined();
  });

  it("says if a chapter does not have all rows", () => {
    expect(textsOf(book(9))).toContain("The first 1 of 9");
    expect(textsOf(book()).some((t) => t.startsWith("The first"))).toBe(false);
  });
});
