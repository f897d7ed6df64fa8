import type { LocaleTexts } from "../locale.ts";
import { enums } from "./enums.ts";
import { errors } from "./errors.ts";
import { fields } from "./fields.ts";
import { frame } from "./frame.ts";
import { login } from "./login.ts";
import { menus } from "./menus.ts";
import { notices } from "./notices.ts";

export const zhTW: LocaleTexts = { enums, errors, fields, frame, login, menus, notices };
