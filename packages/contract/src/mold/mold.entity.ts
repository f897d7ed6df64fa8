import { gatingType, liveState, removeSign } from "../enumerations.ts";
import {
  archiving,
  defineEntity,
  defineEnum,
  field,
  onlyWriters,
  sampling,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { orgType } from "../system/system.entity.ts";

const { oem, plant, maker } = orgType.values;

/** State of a mold according to its documents. `liveState` is the state according to its readings. */
export const serviceState = defineEnum("serviceState", {
  inService: 0,
  inRepair: 1,
  inTrial: 2,
  inStorage: 3,
  scrapped: 4,
});

/** Condition of a reference (`referenceIsNot`): nothing new begins on a scrapped mold. */
export const notScrapped = { serviceState: serviceState.values.scrapped } as const;

export const moldAge = defineEnum("moldAge", { newMold: 0, oldMold: 1 });

export const mold = defineEntity({
  name: "mold",
  wire: "BS_MOLD",
  access: tableRights(menus.mold, { writers: onlyWriters("staff", "oem", "plant", "maker") }),
  key: ["moldNo"],
  fields: {
    moldNo: field.text(50, { required: true, pattern: /^\S(.*\S)?$/ }),
    moldName: field.text(100),
    moldType: field.text(30),
    moldAge: field.choice(moldAge, { wire: "MOLD_N_O" }),
    custId: field.text(50, { reference: "BS_CUST" }),
    oemId: field.text(50, {
      wire: "ENGINE_ID",
      required: true,
      reference: "SYS_ORG",
      referenceIs: { type: oem },
    }),
    oemName: field.text(100, { wire: "ENGINE_NAME", virtual: true }),
    plantId: field.text(50, {
      wire: "SAVE_ADDRESS",
      reference: "SYS_ORG",
      referenceIs: { type: plant },
      atCreation: true,
    }),
    plantName: field.text(100, { wire: "SAVE_ADDRESS_NAME", virtual: true }),
    makerId: field.text(50, {
      wire: "MOLD_MAKE_ID",
      reference: "SYS_ORG",
      referenceIs: { type: maker },
      atCreation: true,
    }),
    makerName: field.text(100, { wire: "MOLD_MAKE_NAME", virtual: true }),
    projectNo: field.text(50),
    projectName: field.text(100),
    projectManager: field.text(50),
    moldPm: field.text(50),
    serviceState: field.choice(serviceState, { wire: "MOLD_STAT", atCreation: true, hasDefault: true }),
    lifeTenThousands: field.decimal(2, { wire: "MOLD_LIFE", unit: "10k", min: 0, max: 100_000 }),
    cavities: field.int({ wire: "MOLD_CAVE_NUM", min: 1, max: 1000 }),
    productNo: field.text(50),
    productPlatform: field.text(100, { wire: "PRODUCT_TERRACE_NAME" }),
    productWeight: field.decimal(3, { unit: "g", min: 0, max: 1_000_000 }),
    standardCycle: field.decimal(2, { wire: "PRODUCT_CYCLE", unit: "s", min: 0.5, max: 36_000 }),
    cycleTolerance: field.decimal(2, { unit: "%", min: 0.1, max: 100 }),
    rawMaterial: field.text(100, { wire: "ROW_STOCK" }),
    pressTonnage: field.decimal(1, { wire: "DEV_TON", unit: "t", min: 0, max: 20_000 }),
    dailyMaintenanceHours: field.decimal(1, {
      wire: "DAY_MAINTAIN_TIME",
      unit: "h",
      required: true,
      min: 0.1,
      max: 100_000,
    }),
    majorMaintenanceHours: field.decimal(1, {
      wire: "BIG_MAINTAIN_TIME",
      unit: "h",
      required: true,
      min: 0.1,
      max: 1_000_000,
    }),
    /** Shots after which major maintenance is due. Null: only the run hours decide. */
    majorMaintenanceShots: field.int({
      wire: "BIG_MAINTAIN_SHOTS",
      unit: "shots",
      min: 1,
      max: 1_000_000_000,
    }),
    plannedT0: field.date({ wire: "MD_T0_TIME", required: true }),
    handoverDate: field.date({ wire: "MD_OVER_TIME", required: true }),
    runnerType: field.choice(gatingType, { wire: "RUNWAY" }),
    runnerName: field.text(100, { wire: "RUNWAY_NAME" }),
    /**
     * Shots made before the first counter was bound. Set once when the mold is created. Afterwards, users change the
     * total by corrections.
     */
    openingCount: field.int({
      wire: "OPENING_TIMES",
      unit: "shots",
      min: 0,
      max: 1_000_000_000,
      atCreation: true,
      hasDefault: true,
      isAmount: true,
    }),
    remark: field.text(500),
    ...archiving,
    ...sampling,
    counterNo: field.text(50, { virtual: true }),
    countTimes: field.int({ unit: "shots", virtual: true }),
    liveState: field.choice(liveState, { wire: "Work_Stat", virtual: true }),
    removeSign: field.choice(removeSign, { wire: "Remove_Sign", virtual: true }),
  },
});
