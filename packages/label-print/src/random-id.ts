/** Returns a random identity. `crypto.randomUUID` exists only in pages that are served over https or from localhost. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
