import { describe, expect, it } from "vitest";
import { parseReport, parseSendTime } from "./report.ts";

const whole = {
  WRITER_IMIE: "C1",
  COUNT_TIMES: 12,
  sendTime: "2024-05-06T07:08:09Z",
  percentage: 80,
  Electricity_Mark: "1",
  rssi: -70,
  coordinate: "113.1, 22.5",
  Remove_Sign: 0,
  Reader_Id: "CARD 1",
  cycles: [30, 31.25],
};

describe("parseReport", () => {
  it("parses a complete reading", () => {
    expect(parseReport(whole, 7, 5)).toEqual({
      counterId: 7,
      sentAt: Date.UTC(2024, 4, 6, 7, 8, 9),
      receivedAt: 5,
      count: 12,
      channel: 1,
      battery: 80,
      lowBattery: 1,
      rssi: -70,
      lng: 113.1,
      lat: 22.5,
      removed: 0,
      readerId: "CARD 1",
      cycles: [30_000, 31_250],
    });
  });

  it("treats missing fields as unknown", () => {
    expect(parseReport({ WRITER_IMIE: "C1", COUNT_TIMES: 0 }, 7, 5)).toMatchObject({
      count: 0,
      sentAt: null,
      battery: null,
      lng: null,
      cycles: null,
    });
    expect(
      parseReport({ ...whole, coordinate: "", Reader_Id: "", percentage: null, cycles: [] }, 7, 5),
    ).toMatchObject({
      lng: null,
      readerId: null,
      battery: null,
      cycles: null,
    });
  });

  it.each([
    [{ COUNT_TIMES: undefined }, "S0200^COUNT_TIMES"],
    [{ COUNT_TIMES: -1 }, "S0200^COUNT_TIMES"],
    [{ COUNT_TIMES: 1.5 }, "S0200^COUNT_TIMES"],
    [{ COUNT_TIMES: 2 ** 53 }, "S0200^COUNT_TIMES"],
    [{ COUNT_TIMES: "12" }, "S0200^COUNT_TIMES"],
    [{ COUNT_TIMES: Number.NaN }, "S0200^COUNT_TIMES"],
    [{ percentage: 101 }, "S0200^percentage"],
    [{ percentage: "80" }, "S0200^percentage"],
    [{ rssi: 1 }, "S0200^rssi"],
    [{ rssi: -201 }, "S0200^rssi"],
    [{ Remove_Sign: 2 }, "S0200^Remove_Sign"],
    [{ Electricity_Mark: true }, "S0200^Electricity_Mark"],
    [{ coordinate: "181,0" }, "S0200^coordinate"],
    [{ coordinate: "1" }, "S0200^coordinate"],
    [{ coordinate: ",1" }, "S0200^coordinate"],
    [{ coordinate: "1,2,3" }, "S0200^coordinate"],
    [{ coordinate: [1, 2] }, "S0200^coordinate"],
    [{ Reader_Id: "x".repeat(51) }, "S0200^Reader_Id"],
    [{ Reader_Id: "<script>alert(1)</script>" }, "S0200^Reader_Id"],
    [{ Reader_Id: "a\u0000b" }, "S0200^Reader_Id"],
    [{ Reader_Id: {} }, "S0200^Reader_Id"],
    [{ cycles: [0.04] }, "S0200^cycles"],
    [{ cycles: ["30"] }, "S0200^cycles"],
    [{ cycles: "30" }, "S0200^cycles"],
    [{ cycles: new Array(10_001).fill(30) }, "S0200^cycles"],
    [{ EXTRA: 1 }, "S0015^EXTRA"],
  ])("refuses %j", (change, message) => {
    expect(parseReport({ ...whole, ...change }, 7, 5)).toBe(message);
  });

  it("requires the count", () => {
    expect(parseReport({ WRITER_IMIE: "C1" }, 7, 5)).toBe("S0007^COUNT_TIMES");
  });

  it("ignores fields that are inherited from the prototype", () => {
    const item = JSON.parse('{"WRITER_IMIE":"C1","COUNT_TIMES":1,"__proto__":{"x":1}}');
    expect(parseReport(item, 7, 5)).toBe("S0015^__proto__");
  });
});

describe("parseSendTime", () => {
  it.each([
    [1_700_000_000_000, 1_700_000_000_000],
    ["1700000000000", 1_700_000_000_000],
    ["2024-05-06T07:08:09.123Z", Date.UTC(2024, 4, 6, 7, 8, 9, 123)],
    ["2024-05-06T15:08:09+08:00", Date.UTC(2024, 4, 6, 7, 8, 9)],
    ["2024-05-06T15:08:09", Date.UTC(2024, 4, 6, 7, 8, 9)],
    ["2024-05-06 15:08:09", Date.UTC(2024, 4, 6, 7, 8, 9)],
    ["2024-05-06 15:08", Date.UTC(2024, 4, 6, 7, 8)],
    ["2024-05-06", Date.UTC(2024, 4, 5, 16)],
    ["", null],
    ["soon", null],
    ["1Z", null],
    ["2024-13-45T00:00:00Z", null],
    ["2026-02-30T00:00:00Z", null],
    [-1, null],
    [1e300, null],
    [Number.NaN, null],
    [null, null],
    [{}, null],
    [true, null],
  ])("%j → %j", (value, ms) => {
    expect(parseSendTime(value)).toBe(ms);
  });
});
