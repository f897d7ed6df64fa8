const key = "dev_type";

function deviceOf(): "PC" | "PDA" {
  const asked = new URLSearchParams(location.search).get("DEV_TYPE")?.toUpperCase();
  try {
    if (asked === "PC") localStorage.removeItem(key);
    if (asked === "PDA") localStorage.setItem(key, asked);
    return localStorage.getItem(key) === "PDA" ? "PDA" : "PC";
  } catch {
    // Storage is forbidden, so only the address can tell the device.
    return asked === "PDA" ? "PDA" : "PC";
  }
}

/** The type of this device. A hand-held scanner opens ?DEV_TYPE=PDA once; the choice is stored. */
export const device = deviceOf();
