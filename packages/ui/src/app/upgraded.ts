import * as client from "@shotkeeper/client";

/**
 * Returns true if the server now serves another build. Chunks of the present build that are not loaded yet can then
 * no longer be loaded.
 */
export async function isUpgraded(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  return script ? client.isUpgraded(new URL(".", document.baseURI), script) : false;
}
