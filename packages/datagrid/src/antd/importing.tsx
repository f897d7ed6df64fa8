import { onDemand } from "../react/on-demand.tsx";

/** The dialog to import rows, loaded on demand, because most users of a page do not import. */
export const Importing = onDemand(async () => (await import("../import/import-dialog.tsx")).ImportDialog);
