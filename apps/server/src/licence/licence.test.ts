import { generateKeyPairSync, sign } from "node:crypto";
import type { LicenceFacts } from "@shotkeeper/contract/system";
import { describe, expect, it } from "vitest";
import { openLicence, signLicence } from "./licence.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const facts: LicenceFacts = {
  auId: "SK-1",
  aimTenant: "acme",
  custName: "Acme",
  dueDate: "2027-01-01",
  validityControl: true,
  pcCount: 5,
  pdaCount: 0,
  issuedAt: "2026-05-01T00:00:00.000Z",
};

/** Returns a correctly signed licence file in whose payload some wire values are changed. */
function signedPayload(changes: object): string {
  const file = JSON.parse(signLicence(facts, privateKey)) as { payload: string };
  const values = JSON.parse(Buffer.from(file.payload, "base64url").toString()) as object;
  const payload = Buffer.from(JSON.stringify({ ...values, ...changes }));
  return JSON.stringify({
    ...file,
    payload: payload.toString("base64url"),
    signature: sign(null, payload, privateKey).toString("base64url"),
  });
}

const tenant = { code: "acme", auId: "SK-1", today: "2026-05-20", issuedAt: undefined };
const open = (text: string, more: object = {}) => openLicence(text, publicKey, { ...tenant, ...more });

describe("a licence file", () => {
  it("returns the content that was signed", () => {
    expect(open(signLicence(facts, privateKey))).toEqual(facts);
  });

  it("has a payload with wire names", () => {
    const { payload } = JSON.parse(signLicence(facts, privateKey)) as { payload: string };
    expect(Buffer.from(payload, "base64url").toString()).toBe(
      '{"AU_ID":"SK-1","AimTenant":"acme","CUST_NAME":"Acme","DUE_DATE":"2027-01-01","V_T":"Y",' +
        '"PC_COUNT":5,"PDA_COUNT":0,"ISSUED_AT":"2026-05-01T00:00:00.000Z"}',
    );
  });

  it("is refused if it is malformed, changed, or signed with another key", () => {
    const signed = signLicence(facts, privateKey);
    const file = JSON.parse(signed) as Record<string, string>;
    const forged = Buffer.from(JSON.stringify({ AU_ID: "SK-1", AimTenant: "acme", PC_COUNT: 500 })).toString(
      "base64url",
    );
    for (const text of [
      "",
      "{",
      "null",
      "[]",
      "{}",
      JSON.stringify({ ...file, payload: forged }),
      JSON.stringify({ ...file, signature: "" }),
      JSON.stringify({ ...file, format: "other" }),
      signLicence(facts, generateKeyPairSync("ed25519").privateKey),
    ])
      expect(() => open(text), text).toThrow("S0032");
  });

  it("of another serial number or tenant is refused", () => {
    expect(() => open(signLicence({ ...facts, auId: "SK-2" }, privateKey))).toThrow("S0030");
    expect(() => open(signLicence({ ...facts, aimTenant: "other" }, privateKey))).toThrow("S0030");
  });

  it.each([
    { PC_COUNT: -1 },
    { PDA_COUNT: 1.5 },
    { PC_COUNT: "5" },
    { PC_COUNT: 100_001 },
    { DUE_DATE: "2026-13-45" },
    { DUE_DATE: null },
    { V_T: "X" },
    { ISSUED_AT: "yesterday" },
  ])("with invalid limits is refused: %o", (wrong) => {
    expect(() => open(signedPayload(wrong))).toThrow("S0013");
  });

  it("is refused if it has expired or a newer licence was issued", () => {
    const text = signLicence({ ...facts, dueDate: "2026-05-19" }, privateKey);
    expect(() => open(text)).toThrow("S0005");
    expect(() => open(signLicence(facts, privateKey), { issuedAt: "2026-05-02T00:00:00Z" })).toThrow("S0032");
    const without = { ...facts, validityControl: false, dueDate: null };
    expect(open(signLicence(without, privateKey))).toEqual(without);
  });
});
