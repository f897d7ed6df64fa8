import { day } from "../base/catalog.ts";

/** Inputs of rf_MakeGateway. */
export const gatewayRows = [{ GATEWAY_NAME: "一号车间网关" }, { GATEWAY_NAME: "二号车间网关" }];

/** Inputs of rf_MakeApiKey. Nobody knows the keys, because the demo does not show them. */
export const apiKeyRows = (now: number) => [
  {
    KEY_NAME: "ERP 生产订单",
    SCOPES: ["PO101:Q", "PO101:A", "PO101:M", "PO104:Q"],
    NETWORKS: "10.20.0.0/16",
    EXPIRES_TIME: new Date(now + 365 * day).toISOString(),
  },
  {
    KEY_NAME: "报表系统",
    SCOPES: ["BS101:Q", "CT102:Q", "KP101:Q", "KP102:Q", "KP104:Q"],
    EXPIRES_TIME: new Date(now + 90 * day).toISOString(),
  },
  {
    KEY_NAME: "华南注塑厂看板",
    SCOPES: ["BS101:Q", "KB101:Q"],
    ORGANIZATION_ID: "PLANT01",
    EXPIRES_TIME: new Date(now + 180 * day).toISOString(),
  },
];
