import {
  defineEntity,
  defineEnum,
  defineQuery,
  defineWireCommand,
  field,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** What is kept for devices and operators: the handheld's application, the desktop client, the server itself. */
export const packageKind = defineEnum("packageKind", { apk: "apk", client: "client", server: "server" });

const kind = field.choice(packageKind, { required: true });

/** A version of a package. Uploaded through /packages, where the archive is looked into. */
export const clientPackage = defineEntity({
  name: "clientPackage",
  wire: "SYS_PACKAGE",
  access: tableRights(menus.clientPackage),
  key: ["packageId"],
  fields: {
    packageId: field.int({ required: true }),
    packageKind: field.choice(packageKind, { readOnly: true }),
    packageVersion: field.text(30, { wire: "VERSION", virtual: true }),
    packageName: field.text(200, { wire: "FILE_NAME", readOnly: true }),
    packageSize: field.int({ wire: "FILE_SIZE", readOnly: true }),
    sha256: field.text(64, { readOnly: true }),
    inUse: field.flag({ readOnly: true }),
    activatedAt: field.time({ wire: "ACTIVATED_TIME", readOnly: true }),
    activatedBy: field.text(50, { readOnly: true }),
    remark: field.text(200, { readOnly: true }),
  },
});

export const packageList = defineQuery({
  menu: menus.clientPackage,
  id: "Q01",
  access: right(menus.clientPackage, "Q"),
  key: ["packageId"],
  columns: clientPackage.fields,
});

const mayModify = right(menus.clientPackage, "M");

/** Makes a version the one that clients get. */
export const activatePackage = defineWireCommand<null>()({
  type: "rf_ActivatePackage",
  access: mayModify,
  input: { packageId: field.int({ required: true }) },
});

/** Puts the version back that was in use before; again: the one before that. */
export const rollBackPackage = defineWireCommand<{ readonly VERSION: string }>()({
  type: "rf_RollBackPackage",
  access: mayModify,
  input: { packageKind: kind },
});
