/**
 * Finds cells of an .xlsx sheet with a formula but without a stored value, because the library would read them as 0.
 * Programs that write formulas without calculating them produce such cells.
 */
export class FormulaScan {
  /** Found cells with a formula but without a value: their columns by row. Both are counted from 0. */
  readonly cells = new Map<number, number[]>();
  readonly #decoder = new TextDecoder("latin1");
  #rest = "";

  add(chunk: Uint8Array): void {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    const end = Math.max(text.lastIndexOf("</c>"), text.lastIndexOf(":c>"));
    // Keeps at most the last 200,000 characters for the next chunk. An unfinished cell fits into this limit, because
    // the text of a cell has at most 32,767 characters.
    const cut = end < 0 ? Math.max(0, text.length - 200_000) : end + 4;
    this.#find(text.slice(0, cut));
    this.#rest = text.slice(cut);
  }

  #find(text: string): void {
    if (!text.includes("<f") && !text.includes(":f")) return;
    for (const part of text.split(/<(?:\w+:)?c(?=\s)/)) {
      if (!/<(?:\w+:)?f[\s>/]/.test(part) || /<(?:\w+:)?v(?:\s[^>]*)?>\s*[^\s<]/.test(part)) continue;
      if (/<(?:\w+:)?is[\s>]/.test(part)) continue;
      const at = /^[^>]*?\sr=["']([A-Z]{1,3})(\d{1,7})["']/.exec(part);
      // Skips formulas whose result is an empty text. Such a cell has the type "str", and its value is not missing.
      // Cells with another stored value were skipped above.
      if (!at || /^[^>]*?\st=["']str["']/.test(part)) continue;
      const column = [...(at[1] ?? "")].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;
      const row = Number(at[2]) - 1;
      const columns = this.cells.get(row);
      if (columns) columns.push(column);
      else this.cells.set(row, [column]);
    }
  }
}
