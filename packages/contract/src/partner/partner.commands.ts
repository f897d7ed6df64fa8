import { defineImport } from "../kernel/index.ts";
import { manufacturerBinding, supplierBinding } from "./partner.entity.ts";

export const importSuppliers = defineImport("rf_ImportSuppliers", supplierBinding);
export const importManufacturers = defineImport("rf_ImportManufacturers", manufacturerBinding);
