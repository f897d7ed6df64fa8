import { orderStat } from "@shotkeeper/contract/enumerations";
import { pick } from "../pick.ts";
import type { Known } from "../world.ts";
import { freshKey, type Guide, type Guides, oneOf, whole } from "./guide.ts";

/** The simulated users who belong to customers. They are the approvers of their companies. */
const companyOf: Readonly<Record<string, string>> = { cust: "C001", cust2: "C003" };
const approvers = Object.keys(companyOf);
/** Returns the approvers of the company to which a row belongs. */
const approversOf = (row: Known) => approvers.filter((userId) => companyOf[userId] === row.custId);
const isOfCompany = (row: Known) => approversOf(row).length > 0;

const isWaiting = (o: Known) => o.orderStat === orderStat.values.awaitingApproval;

/** How a simulated user approves or refuses an order of its own company that waits for approval. */
const judge: Guide = {
  by: approversOf,
  about: "CUST_ORDER_HD",
  fits: (o) => isWaiting(o) && isOfCompany(o),
  values: ({ row }) => ({ orderNos: [row.orderNo] }),
  weight: 6,
};

/** Operations on the people of companies and on orders that wait for an approver. */
export const companyGuides: Guides = {
  rf_InvitePerson: {
    by: approvers,
    weight: 3,
    values: (m) => ({ mail: `${freshKey(m)}@buyer.example`, companyRole: whole(m, 0, 1) }),
  },
  rf_ChangePerson: {
    by: approversOf,
    about: "SYS_USER",
    // Approvers change the people whom they have invited, unless staff have disabled them.
    fits: (u) => isOfCompany(u) && String(u.userId).endsWith("@buyer.example") && u.disabledBy !== 0,
    values: (m) => ({
      userId: m.row.userId,
      companyRole: whole(m, 0, 1),
      isEnabled: pick(m.random, ["Y", "N"]),
    }),
  },
  // After this setting, orders that staff enter for these companies wait for an approver.
  rf_SetApproval: {
    by: approvers,
    weight: 3,
    values: (m) => ({ approvalAbove: pick(m.random, [0, 0, 500, null]) }),
  },
  rf_SaveOrderList: {
    by: approvers,
    values(m) {
      const o = oneOf(m, "GOODS_INFO", () => true);
      const lines = o && [{ GOODS_ID: o.goodsId, QTY: whole(m, 1, 9) }];
      return (
        lines && {
          listId: null,
          listName: `list ${freshKey(m)}`,
          isShared: pick(m.random, ["Y", "N"]),
          lines,
        }
      );
    },
  },
  "update CUST_LIST_HD": {
    by: approversOf,
    about: "CUST_LIST_HD",
    fits: isOfCompany,
    values: (m) => ({ listName: freshKey(m) }),
  },
  "delete CUST_LIST_HD": { by: approversOf, about: "CUST_LIST_HD", fits: isOfCompany },
  rf_ApproveOrders: judge,
  rf_RefuseOrders: judge,
};
