import { describe, expect, expectTypeOf, it } from "vitest";
import { field } from "./field.ts";
import {
  type AnswerOf,
  decodeOutput,
  decodeReturnData,
  encodeAnswer,
  encodeOutput,
  type OutputOf,
  output,
} from "./output.ts";

const total = {
  moldNo: field.text(50, { required: true }),
  shots: field.int({ wire: "QTY", required: true }),
  estimated: field.flag({ required: true }),
  endedAt: field.time(),
  counts: output.rows({ counterNo: field.text(50, { wire: "WRITER_ID", required: true }) }),
  states: output.keyed<number>(),
  days: output.keyedRows({ shotCount: field.int({ required: true }) }),
  plant: output.optional({ plantId: field.text(50, { required: true }) }),
  numbers: output.values<number>(),
  isOpen: output.bool({ wire: "OPEN" }),
};

const record: OutputOf<typeof total> = {
  moldNo: "M1",
  shots: 12,
  estimated: true,
  endedAt: null,
  counts: [{ counterNo: "C1" }, { counterNo: "C2" }],
  states: { running: 3, someState: 1 },
  days: { "2026-01-02": { shotCount: 5 } },
  plant: null,
  numbers: [1, 2],
  isOpen: false,
};

const wire = {
  MOLD_NO: "M1",
  QTY: 12,
  ESTIMATED: "Y",
  ENDED_AT: null,
  COUNTS: [{ WRITER_ID: "C1" }, { WRITER_ID: "C2" }],
  STATES: { running: 3, someState: 1 },
  DAYS: { "2026-01-02": { SHOT_COUNT: 5 } },
  PLANT: null,
  NUMBERS: [1, 2],
  OPEN: false,
};

describe("the answer of a command", () => {
  it("is encoded with wire names", () => expect(encodeOutput(record, total)).toEqual(wire));
  it("is decoded to the same record", () => expect(decodeOutput(wire, total)).toEqual(record));
  it("may be a list of records or a nullable record", () => {
    const row = { plantId: "P1" };
    const fields = { plantId: field.text(50, { required: true }) };
    expect(encodeAnswer([row], output.rows(fields))).toEqual([{ PLANT_ID: "P1" }]);
    expect(decodeReturnData([{ PLANT_ID: "P1" }], output.rows(fields))).toEqual([row]);
    expect(encodeAnswer(row, output.optional(fields))).toEqual({ PLANT_ID: "P1" });
    expect(decodeReturnData({ PLANT_ID: "P1" }, output.optional(fields))).toEqual(row);
    expect(encodeAnswer(null, output.optional(fields))).toBeNull();
    expect(decodeReturnData(null, output.optional(fields))).toBeNull();
  });
  it("never contains undeclared fields", () => {
    expect(encodeOutput({ ...record, passwordHash: "x" }, total)).toEqual(wire);
    expect(encodeOutput({ ...record, counts: [{ counterNo: "C1", secret: "x" }] }, total).COUNTS).toEqual([
      { WRITER_ID: "C1" },
    ]);
  });
  it("has the declared types", () => {
    expectTypeOf<OutputOf<typeof total>["endedAt"]>().toEqualTypeOf<string | null>();
    expectTypeOf<OutputOf<typeof total>["shots"]>().toEqualTypeOf<number>();
    expectTypeOf<OutputOf<typeof total>["counts"]>().toEqualTypeOf<
      readonly { readonly counterNo: string }[]
    >();
    expectTypeOf<OutputOf<typeof total>["plant"]>().toEqualTypeOf<{ readonly plantId: string } | null>();
    expectTypeOf<OutputOf<typeof total>["days"]>().toEqualTypeOf<
      Readonly<Record<string, { readonly shotCount: number }>>
    >();
  });
  it("may be a list, a map or null as a whole", () => {
    const days = output.keyedRows({ shotCount: field.int({ required: true }) });
    const answer: AnswerOf<typeof days> = { "2026-01-02": { shotCount: 5 } };
    expect(encodeAnswer(answer, days)).toEqual({ "2026-01-02": { SHOT_COUNT: 5 } });
    expect(decodeReturnData({ "2026-01-02": { SHOT_COUNT: 5 } }, days)).toEqual(answer);
    const plant = output.optional({ plantId: field.text(50, { required: true }) });
    const none: AnswerOf<typeof plant> = null;
    expect([encodeAnswer(none, plant), decodeReturnData(null, plant)]).toEqual([null, null]);
    expect(decodeReturnData({ PLANT_ID: "P1" }, plant)).toEqual({ plantId: "P1" });
  });
  it("may be a single value, or nothing", () => {
    const number = output.value<string>();
    expectTypeOf<AnswerOf<typeof number>>().toEqualTypeOf<string>();
    expect([encodeAnswer("PO1", number), decodeReturnData("PO1", number)]).toEqual(["PO1", "PO1"]);
    const nothing = {};
    expectTypeOf<AnswerOf<typeof nothing>>().toEqualTypeOf<null>();
    expect([encodeAnswer(null, nothing), decodeReturnData(null, nothing)]).toEqual([null, null]);
  });
});
