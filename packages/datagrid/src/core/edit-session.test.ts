import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Part, part, partColumns, parts } from "../gallery/parts.ts";
import { ArrayView } from "./array-view.ts";
import { EditSession } from "./edit-session.ts";
import { editTexts } from "./edit-texts.ts";
import { EditedView } from "./edited-view.ts";

const texts = editTexts.en;
const shown = (_field: string, value: unknown) => String(value);
const rowKey = (row: Part) => row.id;

function session(): EditSession<Part> {
  const made = new EditSession<Part>(rowKey);
  made.setColumns(partColumns);
  return made;
}
const edit = (row: Part, field: keyof Part, value: unknown) => ({ row, field, cell: { value } });
const faulty = (row: Part, field: keyof Part, text: string) => ({
  row,
  field,
  cell: { value: undefined, text, error: "no" },
});
const problemsOf = (s: EditSession<Part>) =>
  s.problems(texts, shown).map((p) => `${p.key} ${p.field} ${p.text}`);

describe("an edit session", () => {
  test("shows new values, and the stored row again after undo", () => {
    const s = session();
    const [a = part(0), b = part(1)] = parts(2);
    expect(s.apply([edit(a, "name", "New"), edit(a, "weight", 3), edit(b, "weight", null)])).toBe(3);
    expect(s.overlay(a)).toEqual({ ...a, name: "New", weight: 3 });
    expect(s.overlay(b).weight).toBeNull();
    expect([s.rowCount, s.cellCount]).toEqual([2, 3]);
    expect(s.undo()).toBe(3);
    expect(s.overlay(a)).toBe(a);
    expect([s.rowCount, s.undo()]).toEqual([0, 0]);
    s.redo();
    expect(s.overlay(a).name).toBe("New");
  });

  test("does not count a value that is stored already", () => {
    const s = session();
    expect(s.apply([edit(part(0), "weight", "0.5"), edit(part(0), "name", "Bumper")])).toBe(0);
    s.apply([edit(part(0), "name", "X")]);
    s.apply([edit(part(0), "name", "Bumper")]);
    expect([s.rowCount, s.canUndo]).toEqual([0, true]);
  });

  test("keeps a text that is no value, and saves nothing while there is one", () => {
    const s = session();
    s.apply([faulty(part(0), "weight", "abc"), edit(part(1), "name", "X")]);
    expect(s.overlay(part(0)).weight).toBe("abc");
    expect(problemsOf(s)).toEqual(["P-00001 weight no"]);
    expect(s.toSave()).toBeUndefined();
    s.apply([edit(part(0), "weight", 9)]);
    expect(s.toSave()?.map((r) => [r.key, r.values])).toEqual([
      ["P-00001", { weight: 9 }],
      ["P-00002", { name: "X" }],
    ]);
  });

  test("keeps refused rows with their errors and lets the user save them again", () => {
    const s = session();
    s.apply([edit(part(0), "name", "A"), edit(part(1), "name", "B"), edit(part(2), "name", "C")]);
    s.settle(
      [
        { key: "P-00001", saved: true },
        { key: "P-00002", saved: false, errors: [{ field: "name", text: "taken" }] },
        { key: "P-00003", saved: false, errors: [{ text: "locked" }] },
      ],
      texts,
      s.toSave() ?? [],
    );
    expect(problemsOf(s)).toEqual(["P-00002 name taken", "P-00003 undefined locked"]);
    expect(s.marksOf(part(2))?.get("name")?.error).toBe("locked");
    expect(s.toSave()?.map((r) => r.key)).toEqual(["P-00002", "P-00003"]);
    expect(s.canUndo).toBe(false);
  });

  test("reports a conflict when somebody else has changed an edited cell", async () => {
    const s = session();
    const row = part(0);
    s.apply([edit(row, "name", "Mine"), edit(row, "weight", 7)]);
    let heard = 0;
    s.subscribe(() => heard++);
    // Somebody else has changed another cell of the row. The overlay shows the changed row, and the user's edit
    // stays.
    expect(s.overlay({ ...row, state: "repair" })).toMatchObject({ name: "Mine", state: "repair" });
    expect(problemsOf(s)).toEqual([]);
    // Somebody else has saved the same weight that the user has entered. Only the name is then left to save.
    expect(s.overlay({ ...row, weight: 7 }).name).toBe("Mine");
    expect(s.cellCount).toBe(1);
    const theirs = { ...row, name: "Theirs" };
    expect(s.overlay(theirs).name).toBe("Mine");
    expect(problemsOf(s)).toEqual(["P-00001 name Changed by somebody else to: Theirs"]);
    expect(s.toSave()).toBeUndefined();
    await Promise.resolve();
    expect(heard).toBe(3);
    s.resolve(theirs, "name", "mine");
    expect(s.toSave()?.[0]).toMatchObject({ row: theirs, values: { name: "Mine" } });
    s.undo();
    s.resolve(theirs, "name", "theirs");
    expect(s.overlay(theirs)).toBe(theirs);
  });

  test("keeps what the user has changed while the save was under way", () => {
    const s = session();
    s.apply([edit(part(0), "name", "A"), edit(part(0), "weight", 5)]);
    const sent = s.toSave() ?? [];
    s.apply([edit(part(0), "name", "Later"), edit(part(0), "state", "repair")]);
    s.settle([{ key: "P-00001", saved: true }], texts, sent);
    expect(s.toSave()?.map((r) => [r.key, r.values])).toEqual([
      ["P-00001", { name: "Later", state: "repair" }],
    ]);
    // The saved value is now the stored value, so an edit to the same value changes nothing.
    s.apply([edit(part(0), "name", "A")]);
    expect(s.toSave()?.[0]?.values).toEqual({ state: "repair" });
  });

  test("shows a conflict that only the save has found, and a row that is gone", () => {
    const s = session();
    s.apply([edit(part(0), "name", "A"), edit(part(1), "name", "B"), edit(part(2), "name", "C")]);
    s.settle(
      [
        { key: "P-00001", saved: false, current: { ...part(0), name: "Z" } },
        { key: "P-00002", saved: false, current: { ...part(1), state: "repair" } },
        { key: "P-00003", saved: false, current: undefined },
      ],
      texts,
      s.toSave() ?? [],
    );
    expect(problemsOf(s)).toEqual([
      "P-00001 name Changed by somebody else to: Z",
      `P-00002 undefined ${texts.otherCells}`,
      `P-00003 undefined ${texts.gone}`,
    ]);
    expect(s.marksOf(part(1))?.get("name")?.error).toBe(texts.otherCells);
  });

  test("does not overwrite a newer value by redo", () => {
    const s = session();
    const row = part(0);
    s.apply([edit(row, "name", "Mine")]);
    const theirs = { ...row, name: "Theirs" };
    s.overlay(theirs);
    s.undo();
    s.redo();
    s.overlay(theirs);
    expect(problemsOf(s)).toEqual(["P-00001 name Changed by somebody else to: Theirs"]);
  });

  test("shows its changes in a row view, in pages for copies too, and through a reload", async () => {
    const s = session();
    const rows = parts(3);
    const inner = new ArrayView<Part>(rows, partColumns, rowKey);
    const view = new EditedView<Part>(inner, s);
    const versions = [view.version()];
    s.apply([edit(rows[1] ?? part(1), "name", "X")]);
    versions.push(view.version());
    inner.reload();
    versions.push(view.version());
    expect(new Set(versions).size).toBe(3);
    expect(view.get(1)?.name).toBe("X");
    const { rows: page } = await view.page(0, 10, new AbortController().signal);
    expect(page.map((r) => r.name)).toEqual(["Bumper", "X", "Door panel"]);
  });
});

/** Generator of a random change: the place of the row, the field, and the new value. */
const change = fc.tuple(
  fc.nat(4),
  fc.constantFrom<keyof Part>("name", "weight", "state"),
  fc.constantFrom<unknown>("A", "running", 1, null, "x y"),
);
const action = fc.oneof(
  fc.record({ kind: fc.constant("apply" as const), changes: fc.array(change, { maxLength: 6 }) }),
  fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const) }),
);

test("undo of any sequence gives the first rows, and redo the last ones", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const s = session();
      const rows = parts(5);
      const all = () => rows.map((row) => s.overlay(row));
      for (const a of actions) {
        if (a.kind !== "apply") s[a.kind]();
        else s.apply(a.changes.map(([at, field, value]) => edit(rows[at] ?? part(0), field, value)));
      }
      while (s.redo() > 0);
      const last = all();
      while (s.undo() > 0);
      expect(all()).toEqual(rows);
      expect(s.rowCount).toBe(0);
      while (s.redo() > 0);
      expect(all()).toEqual(last);
    }),
    { numRuns: 300 },
  );
});
