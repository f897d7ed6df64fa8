import { defineCommand, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";

const onlyStaff = { only: ["staff"] } as const;
const number = field.int({ required: true });

/**
 * Counts the tenant's data. Only `samples` counts sample data. `stepStates` computes from these counts which set-up
 * steps are done.
 */
export const firstUseFacts = defineCommand({
  type: "rf_GetFirstUse",
  access: right(menus.organization, "Q", onlyStaff),
  input: {},
  output: {
    oems: number,
    /** Number of plants that are linked to an OEM (`supplierBinding`). */
    plants: number,
    /** Number of mold makers that are linked to an OEM (`manufacturerBinding`). */
    makers: number,
    users: number,
    molds: number,
    /** Number of molds with a counter. */
    bound: number,
    /** Number of molds whose counter has sent a reading. */
    reporting: number,
    /** Number of molds of the sample data. */
    samples: number,
  },
});

/**
 * Adds companies, molds and counters with the readings of two weeks, all marked as sample data. Refused while the
 * tenant has sample data.
 */
export const addSamples = defineCommand({
  type: "rf_AddSamples",
  access: right(menus.organization, "A", onlyStaff),
  input: {
    /** Language of the names. Default: simplified Chinese. */
    language: field.text(5, { pattern: /^(zh_CN|zh_TW|en)$/ }),
  },
  output: { molds: number },
});

/**
 * Removes all sample data, with their readings, figures, warnings and maintenance tasks. Refused if other rows refer to
 * sample data, such as a production order of a sample mold. The refusal tells how many such rows each table has.
 */
export const removeSamples = defineCommand({
  type: "rf_RemoveSamples",
  access: right(menus.organization, "D", onlyStaff),
  input: {},
  output: { molds: number },
});
