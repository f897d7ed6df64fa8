export { errors } from "./errors.ts";
export { login } from "./login.ts";
