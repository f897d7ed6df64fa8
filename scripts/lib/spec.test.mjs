import { describe, expect, it } from "vitest";
import { compare, parseDocument, parseIds, parseTest, specRules } from "./spec.mjs";
import { said } from "./testing/planted.mjs";

describe("a document", () => {
  it("lists statements with id, section, text and the reason why one is open", () => {
    const text = [
      "# Title",
      "## 7. Calls",
      "- 7.1 The token is sent",
      "  in a header.",
      "",
      "- 7.2 A label is printed. (open: 21, (label) printing)",
      "## A3. Fields",
      "- A3.1 One.",
    ].join("\n");
    const { statements, errors } = parseDocument("docs/spec/admin.md", text);
    expect(errors).toEqual([]);
    expect(statements).toEqual([
      {
        id: "admin 7.1",
        section: "admin: 7. Calls",
        text: "The token is sent in a header.",
        open: undefined,
        place: "docs/spec/admin.md:3",
      },
      {
        id: "admin 7.2",
        section: "admin: 7. Calls",
        text: "A label is printed.",
        open: "21, (label) printing",
        place: "docs/spec/admin.md:6",
      },
      {
        id: "admin A3.1",
        section: "admin: A3. Fields",
        text: "One.",
        open: undefined,
        place: "docs/spec/admin.md:8",
      },
    ]);
  });

  it("refuses an item without an id", () => {
    expect(parseDocument("docs/spec/admin.md", "- One.").errors).toEqual([
      'docs/spec/admin.md:1: a statement begins with its id, like "- 7.12 "',
    ]);
  });
});

describe("ids of a test", () => {
  it("are a list, in which a document and ranges are named once", () => {
    expect(parseIds("admin 7.1, 7.3-7.5, shop A2.1, B3.2")).toEqual({
      ids: ["admin 7.1", "admin 7.3", "admin 7.4", "admin 7.5", "shop A2.1", "shop B3.2"],
      wrong: [],
    });
  });

  it.each(["7.1", "admin 7", "admin 7.1-8.2", "admin 7.3-7.1", "admin x.1", "admin 7.1 7.2"])(
    "are not %s",
    (text) => {
      expect(parseIds(text).wrong).toEqual([text]);
    },
  );

  it("stand directly above a test, possibly with other comments between", () => {
    const text = [
      "// spec: admin 1.1",
      "// Reason.",
      "  // spec: admin 1.2",
      '  it("x", () => {});',
      "// spec: shop A1.1",
      "const y = 1;",
    ].join("\n");
    expect(parseTest("a.test.ts", text)).toEqual({
      mentions: [
        { id: "admin 1.1", place: "a.test.ts:1" },
        { id: "admin 1.2", place: "a.test.ts:3" },
        { id: "shop A1.1", place: "a.test.ts:5" },
      ],
      errors: ['a.test.ts:5: "// spec:" stands directly above it(, test( or describe('],
    });
  });
});

describe("the comparison", () => {
  const statement = (id, open) => ({ id, section: "s", text: "t", open, place: `doc ${id}` });
  const judged = (statements, ids) =>
    compare(
      statements,
      ids.map((id) => ({ id, place: "a.test.ts:1" })),
    ).errors;

  it("accepts a statement with a test, and an open one without", () => {
    expect(judged([statement("admin 1.1"), statement("admin 1.2", "21")], ["admin 1.1"])).toEqual([]);
  });

  it("refuses unknown and repeated ids, statements without a test, and open ones with a test", () => {
    expect(judged([], ["admin 1.1"])).toEqual(["a.test.ts:1: there is no statement admin 1.1"]);
    expect(judged([statement("admin 1.1"), statement("admin 1.1")], ["admin 1.1"])).toEqual([
      "doc admin 1.1: admin 1.1 stands already in doc admin 1.1",
    ]);
    expect(judged([statement("admin 1.1")], [])).toEqual(["doc admin 1.1: no test shows admin 1.1"]);
    expect(judged([statement("admin 1.1", "21")], ["admin 1.1"])).toEqual([
      "doc admin 1.1: admin 1.1 is open, but a.test.ts:1 shows it",
    ]);
  });
});

it("reads documents and tests of a repository", async () => {
  const files = {
    "docs/spec/admin.md": "## 1. One\n- 1.1 A.\n- 1.2 B.\n- 1.3 C.\n",
    "apps/server/src/a.test.ts": '// spec: admin 1.1\nit("a", () => {});\n',
    "e2e/src/b.spec.ts": '// spec: admin 1.2\ntest("b", () => {});\n',
    "apps/server/src/c.ts": "// spec: admin 1.3\n",
  };
  expect(await said((dir) => specRules(dir, Object.keys(files)), files)).toBe(
    "docs/spec/admin.md:4: no test shows admin 1.3",
  );
});
