const key = "dev_type";

function deviceOf(): "PC" | "PDA" {
  const asked = new URLSearchParams(location.search).get("DEV_TYPE")?.toUpperCase();
  try {
    if (asked === "PC") localStorage.removeItem(key);
    if (asked === "PDA") localStorage.setItem(key, asked);
    return localStorage.getItem(key) === "PDA" ? "PDA" : "PC";
  } catch {
    // Nothing may be kept here: the address says it each time.
    return asked === "PDA" ? "PDA" : "PC";
  }
}

/** A hand-held scanner is started once by an address with ?DEV_TYPE=PDA, and remembers what it is. */
export const device = deviceOf();
