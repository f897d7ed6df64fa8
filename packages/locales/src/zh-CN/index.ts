import { enums } from "./enums.ts";
import { errors } from "./errors.ts";
import { fields } from "./fields.ts";
import { frame } from "./frame.ts";
import { login } from "./login.ts";
import { menus } from "./menus.ts";
import { notices } from "./notices.ts";

/** The model: what stands here must stand in the other locales. An area adds its file here and there. */
export const zhCN = { enums, errors, fields, frame, login, menus, notices };
