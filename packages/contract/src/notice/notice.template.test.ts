import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeholdersOf, renderNotice, unknownPlaceholders } from "./notice.template.ts";
import { noticeGroup } from "./notice.types.ts";

const groups = Object.values(noticeGroup.values);
const anyText = fc.string({ unit: "grapheme", maxLength: 60 });

describe("a notice's text", () => {
  it("keeps what is not a placeholder", () => {
    expect(renderNotice("{mold} {} {1} { mold } {mold", { mold: "A" })).toBe("A {} {1} { mold } {mold");
    expect(renderNotice("{toString} {__proto__}", {})).toBe("– {__proto__}");
    expect(unknownPlaceholders("{mold} {order} {Mold}", "warning")).toEqual(["order", "Mold"]);
  });

  it("replaces placeholders once, whatever the values contain", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...groups),
        fc.array(anyText, { maxLength: 8 }),
        anyText,
        (group, texts, value) => {
          const names = placeholdersOf(group);
          const plain = texts.map((x) => x.replace(/[{}]/g, ""));
          const source = plain.map((x, i) => `${x}{${names[i % names.length]}}`).join("");
          // A value that looks like a placeholder must appear unchanged in the result.
          const values = Object.fromEntries(names.map((n) => [n, `{mold}$&${value}`]));
          expect(unknownPlaceholders(source, group)).toEqual([]);
          expect(renderNotice(source, values)).toBe(plain.map((x) => `${x}{mold}$&${value}`).join(""));
        },
      ),
    );
  });
});
