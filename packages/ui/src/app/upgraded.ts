import * as client from "@shotkeeper/client";

/**
 * Returns true if the server now serves another build than this page's build. The browser can then no longer load the
 * chunks of this page.
 */
export async function isUpgraded(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  return script ? client.isUpgraded(new URL(".", document.baseURI), script) : false;
}
