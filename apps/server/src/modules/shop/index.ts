import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import { FileStore } from "../../kernel/files/file-store.ts";
import type { Module } from "../../kernel/registry.ts";
import { applicationCommands } from "./application.commands.ts";
import { applicationQueries, applicationTables } from "./application.queries.ts";
import { bankCommands } from "./bank/bank.commands.ts";
import { cancelCommands } from "./cancel.ts";
import { cartCommands } from "./cart.commands.ts";
import { cartQueries, cartTable } from "./cart.queries.ts";
import { checkoutCommands } from "./checkout.ts";
import { companyCommands } from "./company.commands.ts";
import { customerAddressTable, customerByIdImpl, customerOemTable } from "./customer.tables.ts";
import { linkCustomerTenantImpl } from "./customer-tenant.ts";
import { documentCommands } from "./documents/print.ts";
import { goodsQueries } from "./goods.queries.ts";
import { invoiceCommands, invoiceQueries, invoiceTables } from "./invoice.tables.ts";
import { orderCommands } from "./order.commands.ts";
import { orderQueries, orderTables } from "./order.queries.ts";
import { orderListCommands, orderListQueries, orderListTables } from "./order-list.ts";
import { payeeQueries, payeeTables } from "./payee.tables.ts";
import { paymentCommands } from "./payment.commands.ts";
import { paymentQueries, paymentTables } from "./payment.queries.ts";
import { personalCommands } from "./personal.commands.ts";
import { returnCommands, returnQueries, returnTables } from "./return.queries.ts";
import { shipmentCommands } from "./shipment.commands.ts";
import { shipmentQueries, shipmentTables } from "./shipment.queries.ts";
import { staffCommands, staffQueries } from "./staff.ts";
import { stockCommands, stockQueries, stockTables } from "./stock.ts";

/** Commands that make documents and store the PDF files in the same folder as uploads. */
export const shopDocuments = (config: Config): Module => ({
  commands: documentCommands(new FileStore(join(config.dataDir, "files"))),
});

export { expireOrders } from "./cancel.ts";
export { notifySales } from "./notices.ts";
export { receiveDelivered } from "./order.commands.ts";
export { textList } from "./shop-access.ts";

export const shop: Module = {
  queries: [
    customerByIdImpl,
    ...applicationQueries,
    ...goodsQueries,
    ...cartQueries,
    ...orderQueries,
    ...orderListQueries,
    ...paymentQueries,
    ...payeeQueries,
    ...shipmentQueries,
    ...returnQueries,
    ...invoiceQueries,
    ...staffQueries,
    ...stockQueries,
  ],
  tables: [
    customerAddressTable,
    customerOemTable,
    ...applicationTables,
    cartTable,
    ...orderTables,
    ...orderListTables,
    ...paymentTables,
    ...payeeTables,
    ...shipmentTables,
    ...returnTables,
    ...stockTables,
    ...invoiceTables,
  ],
  commands: [
    ...applicationCommands,
    ...cartCommands,
    ...checkoutCommands,
    ...orderListCommands,
    ...personalCommands,
    ...orderCommands,
    ...cancelCommands,
    ...companyCommands,
    ...paymentCommands,
    ...bankCommands,
    ...shipmentCommands,
    ...returnCommands,
    ...invoiceCommands,
    ...staffCommands,
    ...stockCommands,
    linkCustomerTenantImpl,
  ],
};
