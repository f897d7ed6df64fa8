import { ecb } from "@noble/ciphers/aes.js";

const segment = /AES##(.*?)##AES/gs;

/** Parses an AES key of 32 hex digits or 16 characters. */
function keyBytes(key: string): Uint8Array {
  const bytes = /^[0-9a-f]{32}$/i.test(key) ? fromHex(key) : new TextEncoder().encode(key);
  if (bytes?.length !== 16) throw new Error("The key of encrypted label texts has to be 16 bytes");
  return bytes;
}

function fromHex(hex: string): Uint8Array | undefined {
  if (hex.length % 2 !== 0 || /[^0-9a-f]/i.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

/**
 * Decrypts the parts of a text between AES## and ##AES. Each part is hex: AES-128-ECB with PKCS#7 padding over UTF-8.
 */
export function decryptSegments(value: string, key: string | undefined): string {
  if (!value.includes("AES##")) return value;
  if (!key) throw new Error("面单内容已加密，但未配置密钥");
  const bytes = keyBytes(key);
  return value.replace(segment, (_, hex: string) => {
    try {
      const data = fromHex(hex.trim());
      if (!data) throw new Error("not hex");
      return new TextDecoder("utf-8", { fatal: true }).decode(ecb(bytes).decrypt(data));
    } catch {
      throw new Error("面单内容解密失败，请检查密钥");
    }
  });
}

/**
 * Encrypts a text in the form that `decryptSegments` reads. Used by tests, and by servers that answer as the carrier
 * does.
 */
export function encryptSegment(text: string, key: string): string {
  return `AES##${toHex(ecb(keyBytes(key)).encrypt(new TextEncoder().encode(text)))}##AES`;
}
