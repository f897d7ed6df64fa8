import { defineImport } from "../kernel/index.ts";

// Sheets whose rows are those of the form; molds and bindings have their own, beside their commands.
export const importProducts = defineImport("rf_ImportProducts", "BS102");
export const importCustomers = defineImport("rf_ImportCustomers", "BS103");
export const importSuppliers = defineImport("rf_ImportSuppliers", "BS105");
export const importManufacturers = defineImport("rf_ImportManufacturers", "BS106");
export const importDevices = defineImport("rf_ImportDevices", "BS107");
