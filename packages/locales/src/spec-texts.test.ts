import { counter } from "@shotkeeper/contract/counter";
import { customer } from "@shotkeeper/contract/customer";
import { device } from "@shotkeeper/contract/device";
import { moldAppoint, solveAppoint } from "@shotkeeper/contract/inspection";
import type { Fields } from "@shotkeeper/contract/kernel";
import { mold } from "@shotkeeper/contract/mold";
import { supplierBinding } from "@shotkeeper/contract/partner";
import { productionOrder } from "@shotkeeper/contract/production";
import { tenant } from "@shotkeeper/contract/system";
import { expect, it } from "vitest";
import { type Locale, loadLocale, localeCodes } from "./index.ts";

/** Texts that the specifications quote literally, each with its place in the locales. */
const quoted: readonly (readonly [spec: string, of: (l: Locale) => string])[] = [
  ["Are you sure you want to log out?", (l) => l.shell.prompts.logOut],
  ["Options with completed items! Please remove!!", (l) => l.errors.alreadyCompleted],
  ["Only.Zip files can be uploaded", (l) => l.errors.onlyZip],
  ["file name already exists", (l) => l.errors.fileNameExists],
  ["The old password is incorrect", (l) => l.shell.password.oldWrong],
  ["Delete failed", (l) => l.shell.messages.deleteFailed],
  ["operation failed", (l) => l.shell.messages.operationFailed],
  ["Please select at least one piece of data", (l) => l.shell.messages.selectData],
  ["Select at least one item!", (l) => l.shell.messages.selectItem],
  ["Are you sure to delete?", (l) => l.shell.prompts.remove],
  ["Please select host factory", (l) => l.errors.noHostFactory],
  ["Please select magnet", (l) => l.errors.noMagnet],
  [
    "Invoice information incomplete, please go to personal center to maintain invoice info",
    (l) => l.errors.invoiceDataIncomplete,
  ],
  ["please select items to settle", (l) => l.errors.nothingToSettle],
];

// spec: admin 2.84, 4.17, 5.18, 5.19, 5.24, 8.44-8.47, 8.50
it.each(quoted)("contains “%s” as specified, also in both Chinese locales", async (sentence, of) => {
  const [en, cn, tw] = await Promise.all((["en", "zh_CN", "zh_TW"] as const).map(loadLocale));
  // The English text may differ from the specification only in the case of its first letter.
  const plain = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  expect(plain(of(en as Locale))).toBe(plain(sentence));
  for (const l of [cn, tw]) expect(of(l as Locale)).toMatch(/^\p{Script=Han}|\p{Script=Han}/u);
});

// spec: admin 5.17
it.each(localeCodes)("says in %s that the GPS interval is 24 hours by default", async (code) => {
  const { counter: texts } = await loadLocale(code);
  expect(texts.hints.gpsIntervalHours).toMatch(/24/);
});

/** Required fields in the order of spec admin §5, each with the message that the form shows if the field is empty. */
const sentences: readonly (readonly [what: string, fields: Fields, name: string, sentence: string])[] = [
  ["model number", mold.fields, "moldNo", "请输入模具编号"],
  ["main engine plant", mold.fields, "oemId", "请选择主机厂"],
  ["daily maintenance time", mold.fields, "dailyMaintenanceHours", "请输入日常保养间隔"],
  ["major maintenance time", mold.fields, "majorMaintenanceHours", "请输入大保养间隔"],
  ["planned T0 time", mold.fields, "plannedT0", "请选择计划 T0 日期"],
  ["handover time", mold.fields, "handoverDate", "请选择移交日期"],
  ["counter code", counter.fields, "writerId", "请输入计数器编号"],
  ["counter chip code, chip number", counter.fields, "chipCode", "请输入芯片码"],
  ["counter type", counter.fields, "type", "请选择类型"],
  ["counter status", counter.fields, "state", "请选择状态"],
  ["counter enabled", counter.fields, "isValid", "请选择是否有效"],
  ["GPS on/off", counter.fields, "gpsEnabled", "请选择启用 GPS"],
  ["supplier", supplierBinding.fields, "plantId", "请选择注塑厂"],
  ["device code", device.fields, "deviceId", "请输入设备编号"],
  ["device name", device.fields, "deviceName", "请输入设备名称"],
  ["device tonnage", device.fields, "pressTonnage", "请输入机台吨位"],
  ["duty person", device.fields, "dutyMan", "请输入责任人"],
  ["order number", productionOrder.fields, "orderId", "请输入订单编号"],
  ["order count", productionOrder.fields, "plannedShots", "请输入订单模次"],
  ["end time", productionOrder.fields, "plannedEnd", "请选择计划结束时间"],
  ["inspection type", moldAppoint.fields, "appointType", "请选择点检类型"],
  ["problem point", moldAppoint.fields, "problem", "请输入问题点"],
  ["problem solution", solveAppoint.input, "saveProblem", "请输入解决方案"],
  ["customer name", customer.fields, "custName", "请输入客户名称"],
  ["system name", tenant.fields, "sysName", "请输入系统名称"],
  ["full company name", tenant.fields, "fullName", "请输入公司全称"],
];

// spec: admin 5.1-5.12, 5.14-5.16
it.each(sentences)("has the specified message for a missing %s", async (_what, fields, name, sentence) => {
  expect(fields[name]?.required).toBe(true);
  const ask = sentence.startsWith("请选择") ? "select" : "enter";
  for (const code of localeCodes) {
    const { shell, fields: labels } = await loadLocale(code);
    const label = labels[name as keyof typeof labels];
    expect(label).toBeTruthy();
    if (code === "zh_CN") expect(shell.common[ask](label)).toBe(sentence);
  }
});
