import type { Actor } from "../base/actor.ts";
import { day } from "../base/catalog.ts";

/** Inputs of the command rf_MakeGateway, one for each gateway of the demo. */
const gatewayRows = [{ GATEWAY_NAME: "一号车间网关" }, { GATEWAY_NAME: "二号车间网关" }];

/** Inputs of the command rf_MakeApiKey. Nobody knows the API keys, because the demo does not show them. */
const apiKeyRows = (now: number) => [
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

/** Makes the demo's edge gateways with their keys, and API keys for other programs, such as an ERP system. */
export async function makeKeys(actor: Actor, now: number, founded: number): Promise<void> {
  for (const g of gatewayRows) await actor.run("rf_MakeGateway", g, founded);
  for (const k of apiKeyRows(now)) await actor.run("rf_MakeApiKey", k, now);
}
