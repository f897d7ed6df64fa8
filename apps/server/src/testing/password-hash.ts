import { hashPassword } from "../kernel/auth/password.ts";

const hashes = new Map<string, Promise<string>>();

/** Returns a hash of a test's password. Each password is hashed once per worker, because a hash takes 50 ms of CPU. */
export function hashOfTest(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}
