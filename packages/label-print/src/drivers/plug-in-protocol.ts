/** A length. A number is in pixels (96 dpi); a text contains its unit, mm or pt. */
export type Length = number | string;

/** The methods of the print plug-in that this package uses. */
export interface PlugIn {
  /** Version of the plug-in. Only set if the plug-in answers asynchronously, through On_Return. */
  readonly CVERSION?: string;
  On_Return?: ((task: unknown, value: unknown) => void) | undefined;
  PRINT_INITA(top: Length, left: Length, width: Length, height: Length, name: string): unknown;
  /** Sets the paper. Orientation: 1 portrait, 2 landscape. Width and height are integers in 1/10 mm. */
  SET_PRINT_PAGESIZE(orientation: 1 | 2, width: number, height: number, paper: string): unknown;
  SET_PRINT_COPIES(copies: number): unknown;
  NewPage(): unknown;
  ADD_PRINT_TEXT(top: Length, left: Length, width: Length, height: Length, text: string): unknown;
  ADD_PRINT_IMAGE(top: Length, left: Length, width: Length, height: Length, html: string): unknown;
  ADD_PRINT_BARCODE(
    top: Length,
    left: Length,
    width: Length,
    height: Length,
    type: string,
    value: string,
  ): unknown;
  ADD_PRINT_LINE(
    top1: Length,
    left1: Length,
    top2: Length,
    left2: Length,
    style: number,
    thickness: number,
  ): unknown;
  ADD_PRINT_RECT(
    top: Length,
    left: Length,
    width: Length,
    height: Length,
    style: number,
    thickness: number,
  ): unknown;
  /** Draws a shape. Type 4 is a filled rectangle. */
  ADD_PRINT_SHAPE(
    type: number,
    top: Length,
    left: Length,
    width: Length,
    height: Length,
    style: number,
    thickness: number,
    color: string,
  ): unknown;
  /** Sets a style of an item. Item 0 is the most recently added one. */
  SET_PRINT_STYLEA(item: number, name: string, value: string | number): unknown;
  SET_PRINTER_INDEX(printer: number | string): unknown;
  GET_PRINTER_COUNT(): unknown;
  GET_PRINTER_NAME(index: number): unknown;
  PRINT(): unknown;
  PREVIEW(): unknown;
}
