import * as client from "@shotkeeper/client";

/** Another build than the one this page is of is served: its parts that are not loaded yet are gone. */
export async function isUpgraded(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  return script ? client.isUpgraded(new URL(".", document.baseURI), script) : false;
}
