import { listLink } from "@shotkeeper/ui/list";

/** Returns the URL of a mold's page. URLs are in this file, because a screen must not import another screen. */
export const moldPath = (moldNo: string) => `/basic/mold/${encodeURIComponent(moldNo)}`;
export const labelPath = (moldNo?: string) =>
  moldNo === undefined ? "/basic/label" : `/basic/label?no=${encodeURIComponent(moldNo)}`;
export const counterLogPath = (writerId: string) =>
  listLink("/counter/log", [{ field: "writerId", operator: "EQ", value: writerId }]);
export const orderPath = (orderId: string) =>
  listLink("/order/production", [{ field: "orderId", operator: "EQ", value: orderId }]);
export const connectorPath = (connectorId: number) => `/counter/connector/${connectorId}`;
export const countingPath = (countId: string) => `/inventory/counting?count=${encodeURIComponent(countId)}`;
export const countPath = (countId: string) => `/inventory/history/${encodeURIComponent(countId)}`;
export const usersOfRolePath = (roleCode: string) =>
  listLink("/system/user", [{ field: "roleCode", operator: "EQ", value: roleCode }]);
