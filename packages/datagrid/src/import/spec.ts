import type { GridTexts } from "../core/texts.ts";
import type { RowFault } from "../sheet/import-session.ts";
import type { Cell, ImportColumn } from "../sheet/types.ts";
import type { ImportTexts } from "./texts.ts";

/** Values of a row by column key. Choices have their value, flags "Y" or "N"; empty cells are left out. */
export type ImportValues = Readonly<Record<string, Cell>>;

/** Describes an import: the columns, and the functions that check and save rows. */
export interface ImportSpec {
  /** Name of the rows, for the title and file names. */
  noun: string;
  columns: readonly ImportColumn[];
  /** Maximum number of rows. Default: unlimited. */
  maxRows?: number | undefined;
  /** Allows to import the valid rows only. Default true. */
  partial?: boolean | undefined;
  /** Finds faults that only a server knows, such as duplicate keys. `row` is the index in `rows`, from 0. */
  check?: ((rows: readonly ImportValues[], signal: AbortSignal) => Promise<readonly RowFault[]>) | undefined;
  /** Saves all rows or none. Returns the faults, or an empty list after success. A rejection goes to `onError`. */
  save: (rows: readonly ImportValues[], onProgress: (done: number) => void) => Promise<readonly RowFault[]>;
  onDone?: ((rows: number) => void) | undefined;
  /** Called when `check` or `save` rejects. */
  onError?: ((error: unknown) => void) | undefined;
}

export interface ImportDialogProps {
  /** Id of the grid. The mapping is stored in localStorage under `grid-import:<id>`. */
  id: string;
  spec: ImportSpec;
  /** Default: the texts in the language of `gridTexts`. */
  texts?: ImportTexts | undefined;
  gridTexts: GridTexts;
  onClose: () => void;
}
