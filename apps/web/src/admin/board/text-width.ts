/** Width of a digit in multiples of the font size. The other characters in numbers are not wider. */
export const digitWidth = 0.6;

/**
 * Returns the approximate width of a text in multiples of the font size: 1 for a Chinese character, less for a Latin
 * letter. Boards use this width to reduce the font size of a long line.
 */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, c) => sum + (c.charCodeAt(0) < 0x2e80 ? 0.64 : 1), 0);
