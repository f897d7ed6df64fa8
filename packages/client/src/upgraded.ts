/** Returns true if the server has another build than that of `script`: its chunks can no longer be loaded. */
export async function isUpgraded(page: string | URL, script: string): Promise<boolean> {
  try {
    const answer = await fetch(page, { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false; // unreachable, not upgraded
  }
}
