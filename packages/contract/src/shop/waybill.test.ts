import { describe, expect, it } from "vitest";
import { codes } from "../kernel/index.ts";
import { carrierCode, plainWaybill, refuseNumber } from "./waybill.ts";

describe("waybill numbers", () => {
  it.each([
    ["顺丰速运", "SF1234567890"],
    ["SF", "sf 1234 5678 90"],
    ["京东物流", "JD0123456789"],
    ["圓通速遞", "YT1234567890123"],
    ["中通快递", "781234567890"],
    ["EMS", "EA123456789CN"],
    ["模拟承运商", "SF0123456789012"],
    [null, "SF1234567890"],
    [null, "AB-12345"],
  ])("of %s: %s is accepted", (carrier, number) => {
    expect(refuseNumber(carrier, number)).toBeUndefined();
  });

  it.each([
    ["顺丰速运", "随便"],
    ["顺丰速运", "YT1234567890123"],
    ["圆通速递", "SF1234567890"],
    ["中通快递", "12345"],
    [null, "SF12"],
    ["某物流", "12"],
  ])("of %s: %s is refused with an example", (carrier, number) => {
    expect(refuseNumber(carrier, number)?.code).toBe(codes.waybillPattern);
  });

  it("are missing if they are empty", () => {
    for (const number of [null, "", "  "])
      expect(refuseNumber("顺丰速运", number)?.code).toBe(codes.noWaybillNumber);
  });

  it("are compared per carrier, however the carrier's name is written", () => {
    expect(
      new Set(["顺丰速运", "順豐", "SF Express", null].map((c) => carrierCode(c, "SF1234567890"))),
    ).toEqual(new Set(["sf"]));
    expect(carrierCode("中通", "781234567890")).not.toBe(carrierCode("韵达快递", "781234567890"));
    expect(plainWaybill(" sf12 34 ")).toBe("SF1234");
  });
});
