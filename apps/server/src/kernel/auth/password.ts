import { randomBytes } from "node:crypto";
import { argon2id, argon2Verify } from "hash-wasm";

/** Hashes a password by argon2id with the parameters that OWASP recommends (19 MiB of memory). */
export function hashPassword(password: string): Promise<string> {
  return argon2id({
    password,
    salt: randomBytes(16),
    iterations: 2,
    parallelism: 1,
    memorySize: 19_456,
    hashLength: 32,
    outputType: "encoded",
  });
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (!hash || password.length > 200) return false;
  return argon2Verify({ password, hash });
}
