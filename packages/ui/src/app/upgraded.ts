import * as client from "@shotkeeper/client";

/**
 * Returns true if the server now serves another build than the build of this page. The browser can then no longer load
 * chunks of this page's build.
 */
export async function isUpgraded(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  return script ? client.isUpgraded(new URL(".", document.baseURI), script) : false;
}
