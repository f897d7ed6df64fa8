/** The server gives out another build than the one `script` is of: parts that are not loaded yet are gone from it. */
export async function isUpgraded(page: string | URL, script: string): Promise<boolean> {
  try {
    const answer = await fetch(page, { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false; // away, not upgraded
  }
}
