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
import { dataFormat, dataset } from "./dataset.ts";

/** Period of one file: an hour in UTC, or a day in the tenant's time zone. */
export const exportPeriod = defineEnum("exportPeriod", { hour: "hour", day: "day" });

/** Place of the files: a folder of the server, or a bucket of a storage that speaks S3. */
export const exportTarget = defineEnum("exportTarget", { folder: "folder", s3: "s3" });

/** State of the writing of one file. A `failed` file was given up after its last attempt. */
export const exportRunState = defineEnum("exportRunState", {
  waiting: "waiting",
  running: "running",
  done: "done",
  failed: "failed",
});

/** A schedule by which datasets are written as files. Each period gives one file for each dataset. */
export const dataExport = defineEntity({
  name: "dataExport",
  wire: "SYS_DATA_EXPORT",
  access: tableRights(menus.dataOut, { writers: onlyWriters("staff"), peopleOnly: "writes" }),
  key: ["exportId"],
  fields: {
    exportId: field.text(40, { required: true, pattern: /^[A-Za-z0-9_-]+$/ }),
    exportName: field.text(100, { required: true }),
    isOn: field.flag({ wire: "IS_USE", required: true }),
    /** Datasets that the schedule exports (values of `dataset`). */
    datasets: { ...field.json<readonly string[]>({ list: "text" }), required: true as const },
    dataFormat: field.choice(dataFormat, { required: true }),
    exportPeriod: field.choice(exportPeriod, { required: true }),
    /** First day that is exported, in the tenant's time zone. */
    exportSince: field.date({ required: true, atCreation: true }),
    /** Hours between the end of a period and the writing of its file. The wait lets the file contain late readings. */
    waitHours: field.int({ required: true, unit: "h", min: 0, max: 168 }),
    exportTarget: field.choice(exportTarget, { required: true }),
    /** Folder for the files, below the tenant's folder on the server. For a bucket: prefix of the files' names. */
    targetFolder: field.text(150, {
      pattern: /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/,
    }),
    /** Address of the storage without the bucket: https://s3.eu-central-1.amazonaws.com. */
    s3Endpoint: field.text(150, { wire: "S3_ENDPOINT", pattern: /^https?:\/\/[^\s/@?#\\]+$/ }),
    s3Region: field.text(50, { wire: "S3_REGION", pattern: /^[A-Za-z0-9-]+$/ }),
    s3Bucket: field.text(63, { wire: "S3_BUCKET", pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/ }),
    s3KeyId: field.text(128, { wire: "S3_KEY_ID", pattern: /^\S+$/ }),
  },
});

/** One file of a scheduled export, with the outcome of its writing. */
export const dataExportRun = defineEntity({
  name: "dataExportRun",
  wire: "SYS_DATA_EXPORT_RUN",
  access: tableRights(menus.dataOut),
  key: ["runId"],
  fields: {
    runId: field.int({ readOnly: true }),
    exportId: field.text(40, { readOnly: true, reference: "SYS_DATA_EXPORT", isPart: true }),
    dataset: field.choice(dataset, { readOnly: true }),
    dataFrom: field.time({ wire: "FROM_TIME", readOnly: true }),
    dataTo: field.time({ wire: "TO_TIME", readOnly: true }),
    runState: field.choice(exportRunState, { readOnly: true }),
    attempts: field.int({ readOnly: true, max: 100 }),
    dueAt: field.time({ wire: "DUE_TIME", readOnly: true }),
    finishedAt: field.time({ wire: "FINISHED_TIME", readOnly: true }),
    /** Name of the file in the target, with its folders. */
    targetFile: field.text(400, { readOnly: true }),
    rowCount: field.int({ readOnly: true }),
    byteCount: field.int({ readOnly: true }),
    /** SHA-256 of the file in hexadecimal. */
    sha256: field.text(64, { wire: "SHA256", readOnly: true }),
    /** Reason of the latest failure: a message code with its argument. */
    runResult: field.text(400, { readOnly: true }),
  },
});

const staff = { only: ["staff"] } as const;

export const dataExportList = defineQuery({
  menu: menus.dataOut,
  id: "Q01",
  access: right(menus.dataOut, "Q", staff),
  key: ["exportId"],
  columns: {
    ...dataExport.fields,
    hasSecret: field.flag({ virtual: true }),
    /**
     * Name of the owner: the person who saved the schedule last or took it over. The export reads with the owner's
     * rights.
     */
    exportOwner: field.text(50, { virtual: true }),
    /**
     * True if the owner has lost the right to read the datasets. No file is then written until another person takes
     * over.
     */
    isStopped: field.flag({ virtual: true }),
    lastFileAt: field.time({ wire: "LAST_FILE_TIME", virtual: true }),
    waitingFiles: field.int({ virtual: true }),
    failedFiles: field.int({ virtual: true }),
  },
});

export const dataExportRuns = defineQuery({
  menu: menus.dataOut,
  id: "Q02",
  access: right(menus.dataOut, "Q", staff),
  key: ["runId"],
  columns: { ...dataExportRun.fields, exportName: field.text(100, { virtual: true }) },
});

const act = { ...staff, peopleOnly: true } as const;

/** Stores the secret key of a storage. Nobody can read the key again. */
export const saveExportSecret = defineCommand({
  type: "rf_SaveExportSecret",
  access: right(menus.dataOut, "M", act),
  input: {
    exportId: dataExport.fields.exportId,
    s3Secret: field.text(200, { wire: "S3_SECRET", required: true, pattern: /^\S+$/ }),
  },
  output: {},
  success: "updated",
});

/** Makes the caller the owner of a schedule. The caller must be allowed to read the schedule's datasets. */
export const takeOverExport = defineCommand({
  type: "rf_TakeOverExport",
  access: right(menus.dataOut, "M", act),
  input: { exportId: dataExport.fields.exportId },
  output: {},
  success: "updated",
});

/** Writes files again: failed files, and files that were written before late readings came. */
export const writeExportAgain = defineCommand({
  type: "rf_WriteExportAgain",
  access: right(menus.dataOut, "M", act),
  input: { runIds: { ...field.json<readonly number[]>({ list: "number" }), required: true as const } },
  output: { count: field.int({ required: true }) },
});

/** Returns where this server can write the files of scheduled exports. */
export const exportTargets = defineCommand({
  type: "rf_ExportTargets",
  access: right(menus.dataOut, "Q", staff),
  input: {},
  output: {
    /** True if the server has a folder for exports (EXPORT_DIR). */
    hasFolder: field.flag({ required: true }),
    /** True if storages in private networks are allowed (EXPORT_ALLOW_PRIVATE). */
    privateAllowed: field.flag({ required: true }),
  },
});
