/** The server gives out another build than the one that this page is of: parts that are not loaded yet are gone from it. */
export async function isUpgraded(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute("src");
  if (!own) return false;
  try {
    const answer = await fetch(new URL(".", document.baseURI), { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(own);
  } catch {
    return false; // away, not upgraded
  }
}
