const key = "dev_type";

function deviceOf(): "PC" | "PDA" {
  const requested = new URLSearchParams(location.search).get("DEV_TYPE")?.toUpperCase();
  try {
    if (requested === "PC") localStorage.removeItem(key);
    if (requested === "PDA") localStorage.setItem(key, requested);
    return localStorage.getItem(key) === "PDA" ? "PDA" : "PC";
  } catch {
    // Ignores the error of a browser that forbids storage. The type of the device can then come only from the URL.
    return requested === "PDA" ? "PDA" : "PC";
  }
}

/**
 * Type of this device. A hand-held scanner opens the application once with ?DEV_TYPE=PDA in the URL; the browser then
 * stores the type.
 */
export const device = deviceOf();
