/** Width of a digit in parts of the size of its letters. The other characters of figures are not wider. */
export const digitWidth = 0.6;

/**
 * Returns the approximate width of a text in parts of the size of its letters: 1 for a Chinese character, less for a
 * Latin letter. Boards use it to make the letters of a long line smaller.
 */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, c) => sum + (c.charCodeAt(0) < 0x2e80 ? 0.64 : 1), 0);
