import { defineImport } from "../kernel/index.ts";
import { menus } from "../menus.ts";

export const importSuppliers = defineImport("rf_ImportSuppliers", menus.supplier);
export const importManufacturers = defineImport("rf_ImportManufacturers", menus.manufacturer);
