import type { GridTexts } from "../core/texts.ts";
import type { RowFault } from "../sheet/session-types.ts";
import type { Cell, ImportColumn } from "../sheet/types.ts";
import type { ImportTexts } from "./texts.ts";

/**
 * Values of a row by column key. For a choice, this is the value of the option, not its label. A flag is "Y" or "N".
 * Empty cells are left out.
 */
export type ImportValues = Readonly<Record<string, Cell>>;

/** Describes an import: its columns, and the functions that check and save rows. */
export interface ImportSpec {
  /** Word for the imported rows, for example "molds". It appears in the dialog's title and in file names. */
  noun: string;
  columns: readonly ImportColumn[];
  /**
   * Loads the same columns with further aliases, for example their titles in other languages. Called when a file is
   * opened. Default: `columns`.
   */
  loadColumns?: (() => Promise<readonly ImportColumn[]>) | undefined;
  /** Largest number of rows in one import. Default: unlimited. */
  maxRows?: number | undefined;
  /** True: the user may import only the valid rows. False: one faulty row prevents the import. Default: true. */
  partial?: boolean | undefined;
  /**
   * Finds faults that only the server can know, such as duplicate keys. `row` in a fault is the index in `rows`, from
   * 0.
   */
  check?: ((rows: readonly ImportValues[], signal: AbortSignal) => Promise<readonly RowFault[]>) | undefined;
  /**
   * Saves all rows or none. Resolves with the faults; an empty list means success. If the promise rejects, `onError` is
   * called.
   */
  save: (rows: readonly ImportValues[], onProgress: (done: number) => void) => Promise<readonly RowFault[]>;
  onDone?: ((rows: number) => void) | undefined;
  /** Called with the error if `check` or `save` rejects. */
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * Returns the columns with all aliases (other titles by which the import recognises them). If the aliases cannot be
 * loaded, for example without a network, returns `columns`. The user can then still assign the titles of the sheet.
 */
export async function knownColumns({ columns, loadColumns }: ImportSpec): Promise<readonly ImportColumn[]> {
  try {
    return (await loadColumns?.()) ?? columns;
  } catch {
    return columns;
  }
}

export interface ImportDialogProps {
  /** Id of the grid. The mapping of columns is stored in localStorage under `grid-import:<id>`. */
  id: string;
  spec: ImportSpec;
  /** Texts of the import. Default: the texts of the import in the language of `gridTexts`. */
  texts?: ImportTexts | undefined;
  gridTexts: GridTexts;
  onClose: () => void;
}
