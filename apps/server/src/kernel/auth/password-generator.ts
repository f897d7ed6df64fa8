import { randomInt } from "node:crypto";

/**
 * Characters of generated passwords. Letters and digits that look alike are left out, because people read these
 * passwords out on the telephone.
 */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
/** Returns a new random password: three groups of four characters. */
export const newPassword = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(""),
  ).join("-");
