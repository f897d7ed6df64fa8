import { expect, it } from "vitest";
import { refusals } from "../kernel/index.ts";
import { refuseMount } from "./device.states.ts";

const machine = { deviceState: 0, pressTonnage: 650, plantId: "P1", moldNo: null } as const;
const mold = { serviceState: 0, pressTonnage: 650, plantId: "P1", deviceId: null } as const;

it.each([
  ["fits", machine, mold, null, undefined],
  ["needs no tonnage", machine, { ...mold, pressTonnage: null }, null, undefined],
  [
    "needs a larger machine",
    machine,
    { ...mold, pressTonnage: 650.1 },
    null,
    refusals.machineTooSmall(650.1),
  ],
  ["needs a larger machine, with a reason", machine, { ...mold, pressTonnage: 800 }, "why", undefined],
  [
    "a machine that carries another mold",
    { ...machine, moldNo: "M9" },
    mold,
    null,
    refusals.machineOccupied("M9"),
  ],
  ["on another machine", machine, { ...mold, deviceId: "D2" }, null, refusals.moldAlreadyMounted("D2")],
  ["scrapped", machine, { ...mold, serviceState: 4 }, null, refusals.wrongState()],
  ["a machine in repair", { ...machine, deviceState: 1 }, mold, null, refusals.wrongState()],
  ["at another plant", machine, { ...mold, plantId: "P2" }, null, refusals.differentPlants()],
] as const)("refuses to mount, or not: %s", (_what, d, m, reason, refusal) => {
  expect(refuseMount(d, m, reason)).toEqual(refusal);
});
