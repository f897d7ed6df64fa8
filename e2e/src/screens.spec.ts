import { counter } from "@shotkeeper/contract/counter";
import { customer } from "@shotkeeper/contract/customer";
import { dataExport } from "@shotkeeper/contract/data-out";
import { device } from "@shotkeeper/contract/device";
import { mold } from "@shotkeeper/contract/mold";
import { noticeTemplate } from "@shotkeeper/contract/notice";
import { manufacturerBinding, supplierBinding } from "@shotkeeper/contract/partner";
import { product } from "@shotkeeper/contract/product";
import {
  dictionaryItem,
  documentRule,
  organization,
  parameter,
  role,
  user,
} from "@shotkeeper/contract/system";
import { type Locale, type LocaleCode, loadLocale, localeCodes } from "@shotkeeper/locales";
import { expect, speak, test } from "./fixtures.ts";
import { stamp } from "./person.ts";
import { type ListDescription, ListJourney } from "./screen-journey.ts";
import { isItsTurn } from "./turn.ts";

/**
 * The lists of basic information, counters and the system. For each list, the test adds, changes, deletes, imports and
 * exports records, in one of the three languages. The texts in all languages are checked by unit tests of the locales.
 */
const lists: Readonly<Record<LocaleCode, (l: Locale, key: string) => readonly ListDescription[]>> = {
  zh_CN: ({ enums }, key) => [
    {
      path: "/basic/mold",
      entity: mold,
      by: "moldNo",
      enter: ["moldNo", "dailyMaintenanceHours", "majorMaintenanceHours"],
      select: ["oemId", "plannedT0", "handoverDate"],
      fill: {
        moldNo: key,
        oemId: "华辰汽车制造有限公司",
        dailyMaintenanceHours: "400",
        majorMaintenanceHours: "4000",
        plannedT0: "2026-01-05",
        handoverDate: "2026-03-01",
      },
      change: ["moldName", "前门板"],
      sheet: [{ moldNo: `${key}-B` }],
    },
    // The sheet of this list imports a plant and a maker. The lists of partnerships below use this plant and this
    // maker, because neither has a partnership yet.
    {
      path: "/system/organization",
      entity: organization,
      by: "orgId",
      enter: ["orgId", "orgName"],
      select: ["type"],
      fill: { orgId: key, orgName: `${key} 公司`, type: enums.orgType.plant },
      change: ["city", "宁波市"],
      removePrompt: "removeOrganization",
      sheet: [
        { orgId: `${key}-P`, orgName: `${key} 注塑` },
        { orgId: `${key}-F`, orgName: `${key} 模具`, type: enums.orgType.maker },
      ],
    },
    {
      path: "/basic/supplier",
      entity: supplierBinding,
      by: "remark",
      select: ["oemId", "plantId"],
      fill: { oemId: "悦居电器股份有限公司", plantId: `${key} 注塑`, remark: key },
      change: ["contact", "丁一鸣"],
      sheet: [{ remark: `${key}-B` }],
    },
    {
      path: "/basic/manufacturer",
      entity: manufacturerBinding,
      by: "remark",
      select: ["oemId", "makerId"],
      fill: { oemId: "悦居电器股份有限公司", makerId: `${key} 模具`, remark: key },
      change: ["contact", "叶青"],
      sheet: [{ remark: `${key}-B` }],
    },
  ],
  zh_TW: ({ enums, system }, key) => [
    {
      path: "/basic/product",
      entity: product,
      by: "goodsId",
      enter: ["goodsId", "goodsName", "unitPrice"],
      fill: { goodsId: key, goodsName: "計數器", unitPrice: "12.3456" },
      change: ["goodsModel", "M-2"],
      sheet: [{ goodsId: `${key}-B`, goodsType: enums.goodsType.hardware, offShelf: "否" }],
    },
    {
      path: "/basic/customer",
      entity: customer,
      by: "custId",
      enter: ["custId", "custName"],
      fill: { custId: key, custName: "客戶一", phone: "13800000099" },
      change: ["contact", "王小明"],
      sheet: [{ custId: `${key}-B` }],
    },
    {
      path: "/system/role",
      entity: role,
      by: "roleCode",
      enter: ["roleCode", "roleName"],
      fill: { roleName: "倉管", roleCode: key },
      change: ["remark", "只看不改"],
    },
    {
      path: "/system/dictionary?dict=REPAIR_CAUSE",
      entity: dictionaryItem,
      by: "itemValue",
      inner: true,
      add: system.dictionary.addItem,
      enter: ["itemValue", "itemName"],
      fill: { itemValue: key, itemName: "其他" },
      change: ["itemName", "其他原因"],
      removePrompt: "removeDictionaryItem",
      sheet: [{ itemValue: `${key}-B`, dictCode: "REPAIR_CAUSE" }],
    },
    {
      path: "/system/coding",
      entity: documentRule,
      by: "docId",
      enter: ["docId", "docName"],
      fill: { docId: key.slice(0, 20), docName: "出門單", prefix: "CM" },
      change: ["docName", "出門證"],
    },
  ],
  en: ({ enums }, key) => [
    {
      path: "/basic/device",
      entity: device,
      by: "deviceId",
      enter: ["deviceId", "deviceName", "pressTonnage", "dutyMan"],
      select: ["plantId"],
      fill: {
        deviceId: key,
        deviceName: "Press 9",
        pressTonnage: "280",
        dutyMan: "Li",
        plantId: "宁波众力精密注塑有限公司",
      },
      change: ["deviceName", "Press 12"],
      sheet: [{ deviceId: `${key}-B`, deviceState: enums.deviceState.inService }],
    },
    {
      path: "/counter/registration",
      entity: counter,
      by: "writerId",
      enter: ["writerId", "chipCode"],
      fill: { writerId: key, chipCode: `chip-${key}` },
      change: ["firmware", "2.4.1"],
      unseen: true,
      sheet: [
        {
          writerId: `${key}-B`,
          type: enums.counterType.lte,
          state: enums.counterState.inStock,
          isValid: "Yes",
          gpsEnabled: "Yes",
        },
      ],
    },
    {
      path: "/system/user",
      entity: user,
      by: "userId",
      more: true,
      enter: ["userId", "userName"],
      fill: { userId: key, userName: "Somebody" },
      change: ["phone", "13800000098"],
      sheet: [{ userId: `${key}-B`, status: enums.userStatus.enabled }],
    },
    {
      path: "/system/parameter?tab=all",
      entity: parameter,
      by: "prmId",
      enter: ["prmId", "prmValue"],
      fill: { prmId: key, prmValue: "1" },
      change: ["prmValue", "2"],
    },
    {
      path: "/system/data-out",
      entity: dataExport,
      by: "exportId",
      enter: ["exportId", "exportName"],
      // This server has no folder for exports. So the form offers an S3 storage as the target, and the test fills in
      // its fields.
      fill: {
        exportId: key,
        exportName: "Warehouse",
        s3Endpoint: "https://s3.example.com",
        s3Region: "eu-central-1",
        s3Bucket: "warehouse",
        s3KeyId: "KEY1",
      },
      change: ["exportName", "Lake"],
    },
    {
      path: "/system/notice?tab=templates",
      entity: noticeTemplate,
      by: "templateId",
      enter: ["templateId", "templateName", "subjectCn", "bodyCn"],
      select: ["noticeGroup"],
      fill: {
        templateId: key,
        templateName: "Short",
        noticeGroup: enums.noticeGroup.warning,
        subjectCn: "{mold}",
        bodyCn: "{mold}",
      },
      change: ["templateName", "Shorter"],
    },
  ],
};

// Each run of `npm test` tests only one language (turn.ts), to save time. Each language tests other lists. This is
// enough, because all lists use the same form, import and export.
// spec: admin 5.1-5.9, 5.14, 5.15, 8.20-8.22, 8.50, 8.54, 8.55
for (const code of localeCodes.filter((_, i) => isItsTurn(i)))
  test(`adds, changes, refuses, deletes, imports and exports on every list (${code})`, async ({
    signedIn: page,
    complaints,
  }) => {
    test.slow();
    const locale = await loadLocale(code);
    await speak(page, code);
    const faults: string[] = [];
    for (const d of lists[code](locale, `E2E-${stamp()}-${code}`))
      await test.step(d.path, async () => {
        const journey = new ListJourney(page, locale, d);
        try {
          await journey.addChangeRemove();
          await journey.bringIn();
          await journey.open();
          await journey.takeOut();
        } catch (e) {
          // Records the fault instead of ending the test, so that the other lists are tested too.
          faults.push(`${d.path}: ${e instanceof Error ? e.message : e}`);
          await page.reload();
        }
      });
    // The browser's console also reports the requests that the server has refused. Such reports are expected here.
    complaints.allow(/40\d/);
    expect(faults).toEqual([]);
  });
