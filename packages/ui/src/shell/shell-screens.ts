import type { ScreenMap } from "./screens.ts";

export const userInfoPath = "/system/user-info";

/** Pages that belong to the application shell. Every signed-in user may open these pages. */
export const shellScreens: ScreenMap = {
  [userInfoPath]: {
    load: () => import("./profile-page.tsx"),
    menu: "",
    multiple: true,
    title: (_params, locale) => locale.shell.profile.title,
  },
};
