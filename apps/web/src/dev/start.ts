import { client } from "../client.ts";

/**
 * Entry point of `npm run dev` with a user id in DEV_LOGIN: logs in this user, then starts the application. The log-in
 * page and the shop start without a log-in.
 */
const userId = document.querySelector<HTMLMetaElement>('meta[name="dev-login"]')?.content ?? "";
const loggedInKey = "shotkeeper.dev-login";

const isPublicPage = /^#\/(login|Shop)\b/i.test(location.hash);
const isLoggedIn = client.tokens.get() !== null && sessionStorage.getItem(loggedInKey) === userId;
if (!isPublicPage && !isLoggedIn)
  try {
    const answer = await client.post("/dev/login", {});
    client.tokens.set((answer.ReturnData as { readonly token: string }).token, false);
    sessionStorage.setItem(loggedInKey, userId);
  } catch (cause) {
    console.warn(`DEV_LOGIN: no session for "${userId}"; the log-in page follows`, cause);
  }

await import("../start.ts");
