/** True if the server serves another build than the one of `script`. Chunks of the old build are then gone. */
export async function isUpgraded(page: string | URL, script: string): Promise<boolean> {
  try {
    const answer = await fetch(page, { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false; // server unreachable: not an upgrade
  }
}
