import { defineEntity, field, onlyWriters, pick, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** Value of OT_ID2 in the file record of the tenant's logo. */
export const logoPart = "LOGO";

/**
 * A tenant and its licence. Read-only fields come from the signed licence file. An administrator may change the other
 * fields.
 */
export const tenant = defineEntity({
  name: "tenant",
  wire: "SYS_TENANT",
  access: tableRights(menus.tenant, { writers: onlyWriters("staff"), peopleOnly: "writes" }),
  key: ["code"],
  fields: {
    code: field.text(30, { wire: "TENANT_ID", required: true }),
    custName: field.text(100, { required: true }),
    fullName: field.text(100, { required: true }),
    sysName: field.text(50, { required: true }),
    playTime: field.int({ wire: "playTime", required: true, unit: "s", min: 5, max: 3600 }),
    /** Path of the uploaded logo (FILE_PATH of the file record). */
    logo: field.text(300),
    /** Name of the tenant's shop. Empty: "Mold Shop" in the page's language. */
    shopName: field.text(50),
    /** Phone number and mail address that the shop shows to its visitors and customers. */
    shopPhone: field.text(50),
    shopMail: field.text(100, { pattern: /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/ }),
    /** Host name under which visitors reach this tenant's shop, in lower case. */
    shopHost: field.text(100, {
      pattern: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    }),
    /** True: every user needs a second factor for a log-in by password. */
    requireSecondFactor: field.flag({ wire: "NEEDS_SECOND_FACTOR", hasDefault: true }),
    /**
     * Code of the tenant that supplies counters. Its shipments register counters in this tenant. Null: no other tenant
     * registers counters here.
     */
    counterSupplier: field.text(30),
    auId: field.text(50, { readOnly: true }),
    /** The tenant for which the licence file was issued. */
    aimTenant: field.text(30, { wire: "AimTenant", readOnly: true }),
    licenceDue: field.date({ wire: "DUE_DATE", virtual: true }),
    validityControl: field.flag({ wire: "V_T", readOnly: true }),
    pcCount: field.int({ readOnly: true, max: 100_000 }),
    pdaCount: field.int({ readOnly: true, max: 100_000 }),
    /** Largest total size of uploaded files, MB. Null: the limit of the server. */
    storageMb: field.int({ readOnly: true }),
  },
});

/** A shop as its visitors see it. A closed or unknown shop has only `isOpen`. */
export const shopFacts = {
  isOpen: field.flag({ required: true }),
  ...pick(tenant, "code", "shopName", "shopPhone", "shopMail", "logo"),
} as const;

/** A licence file that was loaded for a tenant. The latest licence file of a tenant applies. */
export const tenantLicence = defineEntity({
  name: "tenantLicence",
  wire: "SYS_LICENCE",
  access: tableRights(menus.tenant),
  key: ["licenceId"],
  fields: {
    licenceId: field.int({ readOnly: true }),
    licensee: field.text(100, { readOnly: true }),
    licenceDue: tenant.fields.licenceDue,
    validityControl: tenant.fields.validityControl,
    pcCount: tenant.fields.pcCount,
    pdaCount: tenant.fields.pdaCount,
    issuedAt: field.time({ readOnly: true }),
  },
});
