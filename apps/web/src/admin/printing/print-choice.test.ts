import { beforeEach, expect, it, vi } from "vitest";
import {
  choosePrinter,
  chooseWay,
  migrated,
  printerOf,
  usePrintChoice,
  waybillKind,
  wayOf,
} from "./print-choice.ts";

vi.hoisted(() => {
  globalThis.localStorage = {
    getItem: () => null,
    setItem: () => {},
    removeItem: () => {},
  } as unknown as Storage;
});

beforeEach(() => usePrintChoice.setState(usePrintChoice.getInitialState()));

it("remembers the way and the printer of each kind of paper, and the printer of each way", () => {
  chooseWay("waybill", "thermal");
  choosePrinter("waybill", "Zebra");
  chooseWay("a4", "service");
  choosePrinter("a4", "Office");
  chooseWay("waybill", "service");
  const state = usePrintChoice.getState();
  expect([wayOf(state, "waybill"), printerOf(state, "waybill")]).toEqual(["service", undefined]);
  expect([wayOf(state, "a4"), printerOf(state, "a4")]).toEqual(["service", "Office"]);
  expect([wayOf(state, "sticker"), printerOf(state, "sticker")]).toEqual(["browser", undefined]);
  chooseWay("waybill", "thermal");
  expect(printerOf(usePrintChoice.getState(), "waybill")).toBe("Zebra");
});

it("prints waybills that share an A4 sheet where A4 pages are printed", () => {
  expect([waybillKind(""), waybillKind("A4"), waybillKind("A4_copy")]).toEqual(["waybill", "a4", "a4"]);
});

it("keeps the settings that an earlier version stored", () => {
  const old = { way: "plugIn", token: "t", printer: "P", plugInPrinter: "L", waybillSize: "76130" };
  const choice = { way: "plugIn", printers: { service: "P", plugIn: "L" } };
  const choices = { waybill: choice, sticker: choice, a4: choice };
  expect(migrated(old)).toEqual({ token: "t", waybillSize: "76130", choices });
  expect(migrated(undefined)).toMatchObject({ choices: { a4: { way: "browser", printers: {} } } });
});
