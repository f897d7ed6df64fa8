// This file is plain JavaScript, so that Node 20 can start it unchanged, from the sources and from the bundle.
import { randomBytes } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { argon2id, argon2Verify } from "hash-wasm";

/** Thread that hashes and verifies passwords (src/kernel/auth/password.ts). A hash takes 50 ms of CPU. */
parentPort.on("message", async ({ password, hash }) => {
  try {
    const value =
      hash === undefined
        ? await argon2id({
            password,
            salt: randomBytes(16),
            // Parameters that OWASP recommends: 19 MiB of memory.
            iterations: 2,
            parallelism: 1,
            memorySize: 19_456,
            hashLength: 32,
            outputType: "encoded",
          })
        : await argon2Verify({ password, hash });
    parentPort.postMessage({ value });
  } catch (cause) {
    parentPort.postMessage({ failed: cause instanceof Error ? cause.message : String(cause) });
  }
});
