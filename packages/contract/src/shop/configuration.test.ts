import { describe, expect, it } from "vitest";
import { codes } from "../kernel/index.ts";
import {
  chooseMagnet,
  chooseMold,
  magnetsFor,
  presetOf,
  refuseConfiguration,
  storedConfiguration,
  toggleAccessory,
} from "./configuration.ts";

const plastic = chooseMold("plastic");
const hardware = chooseMold("hardware");
const counter = { goodsId: "JS001", goodsType: 0 };

describe("configuration of a counter (spec shop §4)", () => {
  // spec: shop A3.15-A3.18, A4.18, A4.19, A9.5
  it("starts with plastic, a square magnet and no accessory; hardware has no default magnet", () => {
    expect(presetOf("JS001")).toEqual({ moldKind: "plastic", parts: 0, magnet: 0, sideType: -1, qty: 1 });
    expect(plastic).toEqual({ moldKind: "plastic", parts: 0, magnet: 0, sideType: -1 });
    expect(hardware).toEqual({ moldKind: "hardware", parts: 0, magnet: -1, sideType: -1 });
  });

  // spec: shop A4.24-A4.26, A9.5
  it("has presets for accessories and batteries", () => {
    expect(presetOf("J007")).toMatchObject({ moldKind: "hardware", sideType: 1, magnet: 0, qty: 1 });
    expect(presetOf("J002")).toMatchObject({ moldKind: "plastic", sideType: 0, magnet: 0, qty: 1 });
    expect([presetOf("DC001").qty, presetOf("DC002").qty]).toEqual([5, 5]);
  });

  // spec: shop A4.19, A4.20, A4.23
  it("offers round magnets for hardware only, and no choice with the plastic block", () => {
    expect(magnetsFor(plastic)).toEqual([0]);
    expect(magnetsFor(hardware)).toEqual([0, 1]);
    expect(magnetsFor(toggleAccessory(plastic, "J002"))).toEqual([]);
    expect(chooseMagnet(plastic, 1)).toEqual(plastic);
    expect(chooseMagnet(hardware, 1).magnet).toBe(1);
  });

  // spec: shop A4.21, A4.22
  it("toggles accessories that fit the mold kind", () => {
    const shell = toggleAccessory(chooseMagnet(hardware, 1), "J007");
    expect(shell).toEqual({ moldKind: "hardware", parts: "J007", magnet: 1, sideType: 1 });
    expect(toggleAccessory(shell, "J007")).toMatchObject({ parts: 0, sideType: -1 });
    expect(toggleAccessory(plastic, "J007")).toEqual(plastic);
    expect(toggleAccessory(hardware, "J002")).toEqual(hardware);
    expect(toggleAccessory(plastic, "J002")).toMatchObject({ parts: "J002", magnet: 0, sideType: -1 });
  });

  it.each([
    ["no magnet", { moldKind: "hardware", magnet: -1, sideType: -1 }, [], codes.noMagnet],
    ["round on plastic", { moldKind: "plastic", magnet: 1, sideType: -1 }, [], codes.invalidConfiguration],
    [
      "the shell on plastic",
      { moldKind: "plastic", magnet: 0, sideType: -1 },
      ["J007"],
      codes.invalidConfiguration,
    ],
    [
      "the block on hardware",
      { moldKind: "hardware", magnet: 0, sideType: -1 },
      ["J002"],
      codes.invalidConfiguration,
    ],
    [
      "both at once",
      { moldKind: "hardware", magnet: 0, sideType: 1 },
      ["J007", "J002"],
      codes.invalidConfiguration,
    ],
    [
      "a product that is no accessory",
      { moldKind: "hardware", magnet: 0, sideType: -1 },
      ["JS002"],
      codes.invalidConfiguration,
    ],
    [
      "the shell's side on plastic",
      { moldKind: "plastic", magnet: 0, sideType: 1 },
      [],
      codes.invalidConfiguration,
    ],
  ] as const)("refuses %s", (_what, c, parts, code) => {
    expect(refuseConfiguration(counter, c, parts)?.code).toBe(code);
  });

  it("accepts every configuration that the page can produce", () => {
    for (const c of [
      plastic,
      toggleAccessory(plastic, "J002"),
      chooseMagnet(hardware, 0),
      toggleAccessory(chooseMagnet(hardware, 1), "J007"),
    ])
      expect(refuseConfiguration(counter, c, c.parts === 0 ? [] : [c.parts])).toBeUndefined();
  });

  it("stores no configuration for other products than counters and accessories", () => {
    const chosen = { moldKind: "hardware", magnet: 1, sideType: 1 } as const;
    expect(storedConfiguration({ goodsId: "DC001", goodsType: 2 }, chosen)).toEqual({
      moldKind: null,
      magnet: -1,
      sideType: -1,
    });
    expect(storedConfiguration({ goodsId: "J007", goodsType: 2 }, chosen)).toEqual({
      moldKind: "hardware",
      magnet: 0,
      sideType: 1,
    });
    expect(storedConfiguration(counter, chosen)).toEqual(chosen);
  });
});
