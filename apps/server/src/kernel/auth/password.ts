import { spareCores, ThreadPool } from "../threads/thread-pool.ts";

/** Threads that hash a password, or compare it with a hash. */
const pool = new ThreadPool<{ readonly password: string; readonly hash?: string }, string | boolean>(
  "password-worker.mjs",
  spareCores,
);

/** Maximum length of a password, characters. `verifyPassword` treats a longer text as wrong without hashing it. */
const longest = 200;

/** Hashes a password by argon2id in a thread. Throws tooBusy (S0410) if too many passwords wait for a thread. */
export async function hashPassword(password: string): Promise<string> {
  return String(await pool.run({ password }));
}

/** Returns whether the password fits the hash. Throws tooBusy (S0410) if too many passwords wait for a thread. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (!hash || password.length > longest) return false;
  // Returns false for an empty password, which the library would refuse with an error.
  if (password === "") return false;
  return (await pool.run({ password, hash })) === true;
}
