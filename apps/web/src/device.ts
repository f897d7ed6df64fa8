const key = "dev_type";

function deviceOf(): "PC" | "PDA" {
  const asked = new URLSearchParams(location.search).get("DEV_TYPE")?.toUpperCase();
  try {
    if (asked === "PC") localStorage.removeItem(key);
    if (asked === "PDA") localStorage.setItem(key, asked);
    return localStorage.getItem(key) === "PDA" ? "PDA" : "PC";
  } catch {
    // The browser forbids storage. The type can then come only from the URL.
    return asked === "PDA" ? "PDA" : "PC";
  }
}

/**
 * Type of this device. A hand-held scanner opens the application once with ?DEV_TYPE=PDA; the browser stores the type.
 */
export const device = deviceOf();
