import { counter } from "@shotkeeper/contract/counter";
import { customer } from "@shotkeeper/contract/customer";
import { device } from "@shotkeeper/contract/device";
import { moldAppoint } from "@shotkeeper/contract/inspection";
import { menus } from "@shotkeeper/contract/menus";
import { mold } from "@shotkeeper/contract/mold";
import { product } from "@shotkeeper/contract/product";
import { productionOrder } from "@shotkeeper/contract/production";
import { organization, user } from "@shotkeeper/contract/system";
import type { ScreenMap } from "@shotkeeper/ui/shell";

/**
 * Map of all screens from path to module. A module is loaded when its screen is first opened; its default export is the
 * page. The server's menu entries refer to these paths, and an entry without a screen here is hidden.
 */
export const screens: ScreenMap = {
  "/dashboard/workplace": {
    load: () => import("./admin/workplace/workplace-screen.tsx"),
    footerHidden: true,
  },
  "/first-use": {
    load: () => import("./admin/first-use/first-use-page.tsx"),
    menu: menus.organization,
    title: (_params, { firstUse }) => firstUse.title,
  },
  "/basic/mold": { load: () => import("./admin/mold/mold-screen.tsx"), adds: mold },
  "/basic/mold/:moldNo": {
    load: () => import("./admin/mold/mold-page.tsx"),
    menu: menus.mold,
    title: ({ moldNo }) => moldNo ?? "",
  },
  "/basic/label": {
    load: () => import("./admin/mold/label-page.tsx"),
    menu: menus.mold,
    title: (_params, { mold }) => mold.labels.title,
  },
  "/offline": {
    load: () => import("./offline/offline-screen.tsx"),
    menu: "",
    title: (_params, { offline }) => offline.title,
  },
  "/basic/product": { load: () => import("./admin/product/product-screen.tsx"), adds: product },
  "/basic/customer": { load: () => import("./admin/customer/customer-screen.tsx"), adds: customer },
  "/basic/binding": { load: () => import("./admin/binding/binding-screen.tsx") },
  "/basic/supplier": { load: () => import("./admin/partner/supplier-screen.tsx") },
  "/basic/manufacturer": { load: () => import("./admin/partner/manufacturer-screen.tsx") },
  "/basic/device": { load: () => import("./admin/device/device-screen.tsx"), adds: device },
  "/basic/mounting": { load: () => import("./admin/device/mount-screen.tsx") },
  "/order/production": { load: () => import("./admin/production/order-screen.tsx"), adds: productionOrder },
  "/order/status": { load: () => import("./admin/production/status-screen.tsx") },
  "/order/cycle": { load: () => import("./admin/production/cycle-screen.tsx") },
  "/order/output": { load: () => import("./admin/production/output-screen.tsx") },
  "/maintenance/daily": { load: () => import("./admin/maintenance/daily-screen.tsx") },
  "/maintenance/major": { load: () => import("./admin/maintenance/major-screen.tsx") },
  "/maintenance/repairs": { load: () => import("./admin/maintenance/repair-screen.tsx") },
  "/maintenance/calendar": { load: () => import("./admin/maintenance/calendar-screen.tsx") },
  "/inspection/issue": { load: () => import("./admin/inspection/issue-screen.tsx"), adds: moldAppoint },
  "/inspection/closing": { load: () => import("./admin/inspection/close-screen.tsx") },
  "/warning/all": { load: () => import("./admin/warning/warning-screen.tsx") },
  "/warning/battery": { load: () => import("./admin/warning/battery-screen.tsx") },
  "/warning/removal": { load: () => import("./admin/warning/removal-screen.tsx") },
  "/warning/cycle": { load: () => import("./admin/warning/cycle-screen.tsx") },
  "/warning/position": { load: () => import("./admin/warning/position-screen.tsx") },
  "/warning/signal": { load: () => import("./admin/warning/signal-screen.tsx") },
  "/warning/idle": { load: () => import("./admin/warning/idle-screen.tsx") },
  "/warning/unbound": { load: () => import("./admin/warning/unbound-screen.tsx") },
  "/inventory/automatic": { load: () => import("./admin/inventory/automatic-screen.tsx") },
  "/inventory/counting": { load: () => import("./admin/inventory/counting-screen.tsx") },
  "/inventory/history": { load: () => import("./admin/inventory/history-screen.tsx") },
  "/inventory/history/:countId": {
    load: () => import("./admin/inventory/history-page.tsx"),
    menu: menus.inventoryHistory,
    title: ({ countId }) => countId ?? "",
  },
  "/trial/old": { load: () => import("./admin/trial/trial-screen.tsx") },
  "/new-mold/t0": { load: () => import("./admin/new-mold/t0-screen.tsx") },
  "/new-mold/trial": { load: () => import("./admin/new-mold/new-trial-screen.tsx") },
  "/new-mold/quality": { load: () => import("./admin/new-mold/quality-screen.tsx") },
  "/new-mold/handover": { load: () => import("./admin/new-mold/handover-screen.tsx") },
  "/new-mold/achievement": { load: () => import("./admin/new-mold/achievement-screen.tsx") },
  "/new-mold/acceptance": { load: () => import("./admin/new-mold/acceptance-screen.tsx") },
  "/new-mold/modification": { load: () => import("./admin/new-mold/modification-screen.tsx") },
  "/board/plant": { load: () => import("./admin/board/plant-board.tsx") },
  "/board/maker": { load: () => import("./admin/board/maker-board.tsx") },
  "/board/project": { load: () => import("./admin/board/project-board.tsx") },
  "/board/key-project": { load: () => import("./admin/board/key-project-board.tsx") },
  "/indicator/set-count": { load: () => import("./admin/indicator/set-count-screen.tsx") },
  "/indicator/cycle": { load: () => import("./admin/indicator/cycle-compliance-screen.tsx") },
  "/indicator/returns": { load: () => import("./admin/indicator/returns-screen.tsx") },
  "/indicator/utilization": { load: () => import("./admin/indicator/utilization-screen.tsx") },
  "/indicator/idle": { load: () => import("./admin/indicator/idle-rate-screen.tsx") },
  "/indicator/moves": { load: () => import("./admin/indicator/moves-screen.tsx") },
  "/indicator/causes": {
    load: () => import("./admin/indicator/cause-page.tsx"),
    menu: menus.idleIndicator,
    title: (_params, { indicator }) => indicator.causes.title,
  },
  "/basic/forecast": {
    load: () => import("./admin/mold/forecast-page.tsx"),
    menu: menus.mold,
    title: (_params, { indicator }) => indicator.forecast.page,
  },
  "/counter/registration": { load: () => import("./admin/counter/counter-screen.tsx"), adds: counter },
  "/counter/log": { load: () => import("./admin/counter/counter-log-screen.tsx") },
  "/counter/connector": { load: () => import("./admin/counter/connector-screen.tsx") },
  "/counter/connector/:connectorId": {
    load: () => import("./admin/counter/connector-page.tsx"),
    menu: menus.connector,
    // The page replaces this title by the connector's name as soon as it knows the name.
    title: (_params, texts) => texts.menus.connector,
  },
  "/counter/quarantine": { load: () => import("./admin/counter/quarantine-screen.tsx") },
  "/counter/gateway": { load: () => import("./admin/counter/gateway-screen.tsx") },
  "/sales/order": { load: () => import("./admin/shop/sale-screen.tsx") },
  "/sales/voucher": { load: () => import("./admin/shop/voucher-screen.tsx") },
  "/sales/statement": { load: () => import("./admin/shop/statement-screen.tsx") },
  "/sales/invoice": { load: () => import("./admin/shop/invoice-screen.tsx") },
  // This entry makes the shop appear in the menu and the command palette. The route itself is in main.tsx.
  "/Shop/index": { load: () => import("./shop/shop-app.tsx") },
  "/sales/voucher/bank": {
    load: () => import("./admin/shop/bank-page.tsx"),
    menu: menus.salesVoucher,
    title: (_params, { bank }) => bank.title,
  },
  "/sales/application": { load: () => import("./admin/shop/application-screen.tsx") },
  "/sales/payee": { load: () => import("./admin/shop/payee-screen.tsx") },
  "/sales/return": { load: () => import("./admin/shop/return-screen.tsx") },
  "/sales/stock": { load: () => import("./admin/shop/stock-screen.tsx") },
  "/system/user": { load: () => import("./admin/system/user-screen.tsx"), adds: user },
  "/system/role": { load: () => import("./admin/system/role-screen.tsx") },
  "/system/dictionary": { load: () => import("./admin/system/dictionary-screen.tsx") },
  "/system/organization": {
    load: () => import("./admin/system/organization-screen.tsx"),
    adds: organization,
  },
  "/system/parameter": { load: () => import("./admin/system/parameter-screen.tsx") },
  "/system/api-key": { load: () => import("./admin/system/api-key-screen.tsx") },
  "/system/data-out": { load: () => import("./admin/data-out/data-out-screen.tsx") },
  "/system/coding": { load: () => import("./admin/system/document-rule-screen.tsx") },
  "/system/menu": { load: () => import("./admin/system/menu-screen.tsx") },
  "/system/script": { load: () => import("./admin/system/script-screen.tsx") },
  "/system/package": { load: () => import("./admin/system/package-screen.tsx") },
  "/system/tenant": { load: () => import("./admin/system/tenant-screen.tsx") },
  "/system/notice": { load: () => import("./admin/notice/notice-screen.tsx") },
  "/system/message": {
    load: () => import("./admin/notice/message-screen.tsx"),
    menu: "",
    title: (_params, { notice }) => notice.centre.title,
  },
  "/system/log": { load: () => import("./admin/system/log-screen.tsx") },
};
