import { createDecipheriv, createHash, timingSafeEqual } from "node:crypto";
import { refusals } from "@shotkeeper/contract/kernel";
import { valueAt } from "../pointer.ts";
import { shown } from "../values.ts";
import type { Kind, PlatformKeys } from "./kind.ts";

/** Returns the signature of a message: base64(md5(token + nonce + msg)). */
export const oneNetSignature = (token: string, nonce: string, msg: string): string =>
  createHash("md5").update(`${token}${nonce}${msg}`).digest("base64");

/**
 * Returns whether OneNET has signed a message. Returns true without a check if the connector has no token. Then only
 * the secret in the connector's address protects it.
 */
export function isSigned(keys: PlatformKeys, msg: string, nonce: unknown, signature: unknown): boolean {
  if (keys.token === null) return true;
  if (typeof nonce !== "string" || typeof signature !== "string") return false;
  // Replaces spaces by "+", because "+" in the address of the handshake may have been decoded as a space.
  const given = Buffer.from(signature.replaceAll(" ", "+"));
  const expected = Buffer.from(oneNetSignature(keys.token, nonce, msg));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Decrypts a message: AES in CBC mode with PKCS#7 padding. The key has 16 characters, or is the base64 of 32 bytes. The
 * first 16 bytes of the key are the initialization vector.
 */
function decrypt(msg: string, aesKey: string): string {
  const key = aesKey.length === 16 ? Buffer.from(aesKey) : Buffer.from(aesKey, "base64");
  const decipher = createDecipheriv(
    key.length === 16 ? "aes-128-cbc" : "aes-256-cbc",
    key,
    key.subarray(0, 16),
  );
  return Buffer.concat([decipher.update(msg, "base64"), decipher.final()]).toString("utf8");
}

/** Messages that OneNET pushes: `msg` is a JSON text that is signed and possibly encrypted. */
export const onenet: Kind = {
  open(body, _message, keys) {
    const msg = valueAt(body, "/msg");
    if (typeof msg !== "string") return { refusal: refusals.connectorNoValue("/msg") };
    if (!isSigned(keys, msg, valueAt(body, "/nonce"), valueAt(body, "/signature")))
      return { refusal: refusals.connectorSignature() };
    let content: unknown;
    try {
      content = JSON.parse(keys.aesKey === null ? msg : decrypt(msg, keys.aesKey));
    } catch {
      return {
        refusal: keys.aesKey === null ? refusals.connectorNoValue("/msg") : refusals.connectorDecrypt(),
      };
    }
    const type = valueAt(content, "/notifyType") ?? valueAt(content, "/messageType");
    if (type === "property") return { body: content };
    const id = valueAt(content, "/deviceName");
    return {
      notice: refusals.connectorEvent(shown(type)),
      deviceId: typeof id === "string" ? id : undefined,
    };
  },
};
