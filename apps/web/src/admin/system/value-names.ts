import { customer, customerList } from "@shotkeeper/contract/customer";
import { device, deviceList } from "@shotkeeper/contract/device";
import { field } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import { product, productList } from "@shotkeeper/contract/product";
import { organization } from "@shotkeeper/contract/system";
import { systemNames, type ValueNames } from "@shotkeeper/ui/list";

/**
 * Queries that give the names for ids in the system log, for example of customers. Molds, counters and orders are left
 * out, because users know them by their numbers.
 */
export const valueNames: ValueNames = {
  queries: [
    ...systemNames,
    { table: customer.wire, query: customerList, value: "custId", label: "custName" },
    { table: device.wire, query: deviceList, value: "deviceId", label: "deviceName" },
    { table: product.wire, query: productList, value: "goodsId", label: "goodsName" },
  ],
  lists: {
    plantIds: field.text(50, { reference: organization.wire }),
    moldStates: field.choice(serviceState),
  },
};
