/**
 * Returns true if the server now serves another build than the build that contains `script`. Chunks of the old build
 * can then no longer be loaded.
 */
export async function isUpgraded(page: string | URL, script: string): Promise<boolean> {
  try {
    const answer = await fetch(page, { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false; // the server cannot be reached, so the build counts as unchanged
  }
}
