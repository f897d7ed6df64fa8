import type { ScreenMap } from "@shotkeeper/ui/shell";

/**
 * Every screen there is: path → module, loaded when it is opened. A menu row of the server with this path leads
 * here; the menu shows no row without a screen. The module's default export is the page.
 */
export const screens: ScreenMap = {
  "/dashboard/workplace": { load: () => import("./admin/dashboard/WorkplaceScreen.tsx"), footerHidden: true },
  "/basic/mold": { load: () => import("./admin/basic/MoldScreen.tsx") },
  "/basic/mold/:moldNo": {
    load: () => import("./admin/basic/MoldPage.tsx"),
    menu: "BS101",
    title: ({ moldNo }) => moldNo ?? "",
  },
  "/basic/label": {
    load: () => import("./admin/basic/LabelPage.tsx"),
    menu: "BS101",
    title: (_params, { mold }) => mold.labels.title,
  },
  "/basic/product": { load: () => import("./admin/basic/ProductScreen.tsx") },
  "/basic/customer": { load: () => import("./admin/basic/CustomerScreen.tsx") },
  "/basic/binding": { load: () => import("./admin/basic/BindingScreen.tsx") },
  "/basic/supplier": { load: () => import("./admin/basic/SupplierScreen.tsx") },
  "/basic/manufacturer": { load: () => import("./admin/basic/ManufacturerScreen.tsx") },
  "/basic/device": { load: () => import("./admin/basic/DeviceScreen.tsx") },
  "/basic/mounting": { load: () => import("./admin/basic/MountScreen.tsx") },
  "/order/production": { load: () => import("./admin/production/OrderScreen.tsx") },
  "/order/status": { load: () => import("./admin/production/StatusScreen.tsx") },
  "/order/cycle": { load: () => import("./admin/production/CycleScreen.tsx") },
  "/order/output": { load: () => import("./admin/production/OutputScreen.tsx") },
  "/maintenance/daily": { load: () => import("./admin/maintenance/DailyScreen.tsx") },
  "/warning/all": { load: () => import("./admin/warning/WarningScreen.tsx") },
  "/warning/battery": { load: () => import("./admin/warning/BatteryScreen.tsx") },
  "/warning/removal": { load: () => import("./admin/warning/RemovalScreen.tsx") },
  "/warning/cycle": { load: () => import("./admin/warning/CycleScreen.tsx") },
  "/warning/position": { load: () => import("./admin/warning/PositionScreen.tsx") },
  "/warning/signal": { load: () => import("./admin/warning/SignalScreen.tsx") },
  "/warning/idle": { load: () => import("./admin/warning/IdleScreen.tsx") },
  "/warning/unbound": { load: () => import("./admin/warning/UnboundScreen.tsx") },
  "/board/plant": { load: () => import("./admin/board/PlantBoard.tsx") },
  "/counter/registration": { load: () => import("./admin/counter/CounterScreen.tsx") },
  "/counter/log": { load: () => import("./admin/counter/CounterLogScreen.tsx") },
  "/system/user": { load: () => import("./admin/system/UserScreen.tsx") },
  "/system/role": { load: () => import("./admin/system/RoleScreen.tsx") },
  "/system/dictionary": { load: () => import("./admin/system/DictionaryScreen.tsx") },
  "/system/organization": { load: () => import("./admin/system/OrganizationScreen.tsx") },
  "/system/parameter": { load: () => import("./admin/system/ParameterScreen.tsx") },
  "/system/coding": { load: () => import("./admin/system/DocumentRuleScreen.tsx") },
  "/system/menu": { load: () => import("./admin/system/MenuScreen.tsx") },
  "/system/tenant": { load: () => import("./admin/system/TenantScreen.tsx") },
  "/system/log": { load: () => import("./admin/system/LogScreen.tsx") },
};
