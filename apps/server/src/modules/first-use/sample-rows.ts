import type { LocaleCode } from "@shotkeeper/locales/server";

type Texts = Readonly<Record<LocaleCode, string>>;

/** Organizations of the sample data. Their ids begin with SAMPLE, so that nobody takes them for real ones. */
export const sampleOrganizations: readonly {
  readonly orgId: string;
  readonly type: "oem" | "plant" | "maker";
  readonly name: Texts;
  readonly place?: { readonly longitude: number; readonly latitude: number };
}[] = [
  {
    orgId: "SAMPLE-OEM",
    type: "oem",
    name: { zh_CN: "示例整机厂", zh_TW: "示例整機廠", en: "Sample company" },
  },
  {
    orgId: "SAMPLE-MAKER",
    type: "maker",
    name: { zh_CN: "示例模具厂", zh_TW: "示例模具廠", en: "Sample mold maker" },
  },
  {
    orgId: "SAMPLE-PLANT-1",
    type: "plant",
    name: { zh_CN: "示例注塑厂 苏州", zh_TW: "示例注塑廠 蘇州", en: "Sample plant Suzhou" },
    place: { longitude: 120.62, latitude: 31.3 },
  },
  {
    orgId: "SAMPLE-PLANT-2",
    type: "plant",
    name: { zh_CN: "示例注塑厂 东莞", zh_TW: "示例注塑廠 東莞", en: "Sample plant Dongguan" },
    place: { longitude: 113.75, latitude: 23.02 },
  },
];

/** Molds of the sample data, each with a counter. */
export const sampleMolds: readonly {
  readonly moldNo: string;
  readonly name: Texts;
  readonly plantId: string;
  readonly cycleS: number;
  /** Speed of the mold ÷ speed at its standard cycle. 1 is the standard speed. */
  readonly pace: number;
  /** The mold stopped this number of hours ago. 0: the mold still runs. */
  readonly stoppedHoursAgo: number;
  readonly battery: number;
}[] = [
  {
    moldNo: "SAMPLE-01",
    name: { zh_CN: "面板", zh_TW: "面板", en: "Front panel" },
    plantId: "SAMPLE-PLANT-1",
    cycleS: 42,
    pace: 1,
    stoppedHoursAgo: 0,
    battery: 88,
  },
  {
    moldNo: "SAMPLE-02",
    name: { zh_CN: "后盖", zh_TW: "後蓋", en: "Rear cover" },
    plantId: "SAMPLE-PLANT-1",
    cycleS: 55,
    pace: 0.98,
    stoppedHoursAgo: 0,
    battery: 74,
  },
  {
    moldNo: "SAMPLE-03",
    name: { zh_CN: "风轮", zh_TW: "風輪", en: "Fan wheel" },
    plantId: "SAMPLE-PLANT-1",
    cycleS: 36,
    pace: 0.8,
    stoppedHoursAgo: 0,
    battery: 61,
  },
  {
    moldNo: "SAMPLE-04",
    name: { zh_CN: "接水盘", zh_TW: "接水盤", en: "Drip tray" },
    plantId: "SAMPLE-PLANT-2",
    cycleS: 60,
    pace: 1,
    stoppedHoursAgo: 0,
    battery: 12,
  },
  {
    moldNo: "SAMPLE-05",
    name: { zh_CN: "导风板", zh_TW: "導風板", en: "Louver" },
    plantId: "SAMPLE-PLANT-2",
    cycleS: 48,
    pace: 1,
    stoppedHoursAgo: 30,
    battery: 93,
  },
  {
    moldNo: "SAMPLE-06",
    name: { zh_CN: "底座", zh_TW: "底座", en: "Base" },
    plantId: "SAMPLE-PLANT-2",
    cycleS: 50,
    pace: 1,
    stoppedHoursAgo: 9 * 24,
    battery: 80,
  },
];
