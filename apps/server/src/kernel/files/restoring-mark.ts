import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The mark's name. A backup has no files whose name ends with .part. */
const mark = "restoring.part";

/** Marks a folder of restored files, until the rows of the restore are committed. */
export const markRestoring = (folder: string): void => writeFileSync(join(folder, mark), "");

export const isRestoring = (folder: string): boolean => existsSync(join(folder, mark));

/** Removes the mark from a folder whose files belong to the rows of the database. */
export const endRestoring = (folder: string): void => rmSync(join(folder, mark), { force: true });
