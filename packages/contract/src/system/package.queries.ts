import {
  defineCommand,
  defineEntity,
  defineEnum,
  defineQuery,
  field,
  onlyWriters,
  right,
  tableRights,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** Kinds of software that the server offers for download: handheld application, desktop client, server. */
export const packageKind = defineEnum("packageKind", { apk: "apk", client: "client", server: "server" });

const kind = field.choice(packageKind, { required: true });

/** A version of a software package. POST /packages uploads the archive and checks it. */
export const clientPackage = defineEntity({
  name: "clientPackage",
  wire: "SYS_PACKAGE",
  access: tableRights(menus.clientPackage, { writers: onlyWriters("staff") }),
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

const mayModify = right(menus.clientPackage, "M", { only: ["staff"] });

/** Activates a version. Clients download this version from now on. */
export const activatePackage = defineCommand({
  type: "rf_ActivatePackage",
  access: mayModify,
  input: { packageId: field.int({ required: true }) },
  output: {},
});

/** Activates the version before the active version. A repeated call goes back one version further. */
export const rollBackPackage = defineCommand({
  type: "rf_RollBackPackage",
  access: mayModify,
  input: { packageKind: kind },
  output: { version: field.text(30, { required: true }) },
});
