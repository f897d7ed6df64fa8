import { hour, technicians } from "../base/catalog.ts";
import type { MoldSpec } from "./molds.ts";

/** Clamping forces of the demo's injection machines, t. All are usual sizes of the industry. */
const sizes = [
  120, 160, 200, 250, 380, 470, 530, 650, 850, 1000, 1300, 1600, 1850, 2000, 2200, 2500, 2800, 3200,
];
const shops: Readonly<Record<string, string>> = { PLANT01: "NB", PLANT02: "HF", PLANT03: "QD" };
const perPlant = 12;

/** Returns the molds that are mounted on a machine: the first `perPlant` molds in production of each plant. */
function producing(molds: readonly MoldSpec[]): MoldSpec[] {
  return Object.keys(shops).flatMap((plant) =>
    molds
      .filter((m) => m.plantId === plant && (m.situation === undefined || m.situation === "slow"))
      .slice(0, perPlant),
  );
}

const serial = (n: number) => String(n).padStart(2, "0");

/**
 * Returns the id of the machine on which a mold is mounted. The id contains the mold's position among the mounted molds
 * of its plant.
 */
const idOf = (mold: MoldSpec, all: readonly MoldSpec[]) =>
  `${shops[mold.plantId]}-${serial(all.filter((m) => m.plantId === mold.plantId).indexOf(mold) + 1)}`;

/**
 * Returns whether the mold gets a machine with less tonnage than the mold needs. The user must then give a reason. A
 * few molds of the demo show this case.
 */
const isSqueezed = (mold: MoldSpec) => mold.index % 17 === 3;

function tonnageFor(mold: MoldSpec): number {
  const at = sizes.findIndex((s) => s >= mold.part.tonnage);
  return sizes[isSqueezed(mold) ? Math.max(0, at - 1) : at] ?? mold.part.tonnage;
}

/**
 * Returns the rows of the machines with wire names, as the application's form sends them. Each mounted mold has one
 * machine. Each plant also has one idle machine and one under repair.
 */
export function deviceRows(molds: readonly MoldSpec[]) {
  const mounted = producing(molds);
  const row = (id: string, plant: string, tonnage: number, state: number) => ({
    DEV_ID: id,
    DEV_NAME: `${tonnage}T 注塑机 ${id.slice(-2)} 号`,
    DEV_TON: tonnage,
    DUTY_MAN: technicians[plant]?.name ?? "",
    PLANT_ID: plant,
    DEV_STAT: state,
  });
  return [
    ...mounted.map((m) => row(idOf(m, mounted), m.plantId, tonnageFor(m), 0)),
    ...Object.entries(shops).flatMap(([plant, shop]) => [
      row(`${shop}-21`, plant, 850, 0),
      row(`${shop}-22`, plant, 1300, 1),
    ]),
  ];
}

/**
 * Returns the mountings of molds on machines. `ago` is the time between the mounting and the end of the generated
 * history, ms.
 */
export function mountings(molds: readonly MoldSpec[]) {
  const mounted = producing(molds);
  return mounted.map((m) => ({
    ago: (9 + ((m.index * 7) % 60)) * hour,
    params: {
      DEV_ID: idOf(m, mounted),
      MOLD_NO: m.no,
      ...(isSqueezed(m) ? { REASON: "大机台检修，已确认锁模力足够" } : {}),
    },
  }));
}
