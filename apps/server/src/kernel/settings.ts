/** Returns the setting `name`, a whole number that is at least `least`. */
export function whole(env: NodeJS.ProcessEnv, name: string, fallback: number, least = 1): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new Error(`${name} must be a whole number from ${least} on, not "${text}"`);
  return Number(text);
}
