import * as client from "@shotkeeper/client";

/** True if the server now serves another build. Chunks of this build that have not been loaded yet are gone. */
export async function isUpgraded(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  return script ? client.isUpgraded(new URL(".", document.baseURI), script) : false;
}
