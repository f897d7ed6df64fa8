import { moldList } from "@shotkeeper/contract/mold";
import { orderList } from "@shotkeeper/contract/production";

const molds = `${moldList.menu}.${moldList.id}`;
const orders = `${orderList.menu}.${orderList.id}`;

/** Saved views of the demo's administrator, as rows with wire names. Staff also see the shared views. */
export const viewRows = [
  {
    LIST_ID: molds,
    VIEW_NAME: "寿命将尽",
    VIEW_QUERY: "filter=lifeUsed%7EEGT%7En80&sort=lifeUsed%3Adesc",
    IS_SHARED: "Y",
  },
  {
    LIST_ID: molds,
    VIEW_NAME: "闲置与失联",
    VIEW_QUERY: "filter=liveState%7EIN%7Esidle%2Cssilent",
    VIEW_LAYOUT: '{"order":[],"width":{},"pin":{},"hidden":{"standardCycle":true,"cavities":true}}',
    IS_SHARED: "Y",
  },
  {
    LIST_ID: orders,
    VIEW_NAME: "按交期",
    VIEW_QUERY: "sort=plannedEnd",
    IS_SHARED: "N",
  },
];
