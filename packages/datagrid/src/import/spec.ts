import type { GridTexts } from "../core/texts.ts";
import type { RowFault } from "../sheet/import-session.ts";
import type { Cell, ImportColumn } from "../sheet/types.ts";
import type { ImportTexts } from "./texts.ts";

/** Values of a row by column key: numbers as numbers, choices by their value, flags "Y" or "N", empty ones left out. */
export type ImportValues = Readonly<Record<string, Cell>>;

/** What may be brought into a list, and who takes it in. */
export interface ImportSpec {
  /** What the rows are; stands in the title and in the names of files. */
  noun: string;
  columns: readonly ImportColumn[];
  /** Most rows taken in at once. Default: any number. */
  maxRows?: number | undefined;
  /** Whether good rows may be imported without the bad ones. Default true. */
  partial?: boolean | undefined;
  /** What only others know to be wrong, as a number that is taken; `row` counts the rows handed over, from 0. */
  check?: ((rows: readonly ImportValues[], signal: AbortSignal) => Promise<readonly RowFault[]>) | undefined;
  /** Takes the rows in, all or none; answers what was wrong, nothing when they are in. A rejection is shown by `onError`. */
  save: (rows: readonly ImportValues[], onProgress: (done: number) => void) => Promise<readonly RowFault[]>;
  onDone?: ((rows: number) => void) | undefined;
  /** Told when checking or saving failed as a whole. */
  onError?: ((error: unknown) => void) | undefined;
}

export interface ImportDialogProps {
  /** Names the grid; the scheme of its mapping is kept in localStorage under `grid-import:<id>`. */
  id: string;
  spec: ImportSpec;
  /** Default: those of the language of `gridTexts`. */
  texts?: ImportTexts | undefined;
  gridTexts: GridTexts;
  onClose: () => void;
}
