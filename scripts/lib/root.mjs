import { join } from "node:path";

/** Root folder of the repository. */
export const root = join(import.meta.dirname, "..", "..");
