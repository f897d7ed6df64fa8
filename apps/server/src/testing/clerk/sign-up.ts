import { isTaxpayerId } from "@shotkeeper/contract/customer";
import type { Random } from "../month/plan.ts";
import type { TestServer } from "../server.ts";
import { pick } from "./pick.ts";

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join("");

/** Returns a valid taxpayer id. */
function taxpayerId(random: Random): string {
  const body = `91${digits(random, 15)}`;
  return body + [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].find((c) => isTaxpayerId(body + c));
}

/**
 * Signs a company up in the shop of the tenant "demo", as a visitor does. Some forms have a fault: a used mail address,
 * an invalid taxpayer id, or no licence. `mails` lists the addresses used in this run; the new address is appended.
 */
export async function signUp(s: TestServer, random: Random, mails: string[]): Promise<void> {
  const used = random() < 0.1 ? pick(random, mails) : undefined;
  const mail = used ?? `m${digits(random, 9)}@example.com`;
  mails.push(mail);
  const body = new FormData();
  const form = {
    CUST_NAME: `new company ${digits(random, 6)}`,
    SOCIAL_CODE: random() < 0.9 ? taxpayerId(random) : "91",
    CONET_MAN: "周敏",
    CONET_TEL: "13900001234",
    E_MAIL: mail,
    PASSWORD: "a-long-pass-phrase",
    CAPTCHA_ID: "x",
    CAPTCHA: "test",
  };
  for (const [key, value] of Object.entries(form)) body.append(key, value);
  const picture = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(digits(random, 300))]);
  if (random() < 0.95) body.append("LICENCE", new Blob([new Uint8Array(picture)]), "licence.png");
  const request = new Request("http://x/", { method: "POST", body });
  await s.http.inject({
    method: "POST",
    url: "/shop/sign-up?tenant=demo",
    // Gives each visitor a different IP address, because the server limits the number of sign-ups per address.
    remoteAddress: `10.${digits(random, 2)}.${digits(random, 2)}.${digits(random, 2)}`,
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
