export * from "./client.ts";
export * from "./devices.ts";
export * from "./error.ts";
export * from "./events.ts";
export * from "./insert-with-lines.ts";
export type { CaptchaAnswer, LogIn, NewCaptcha } from "./login.ts";
export * from "./sign-in.ts";
export * from "./token.ts";
export { isUpgraded } from "./upgraded.ts";
