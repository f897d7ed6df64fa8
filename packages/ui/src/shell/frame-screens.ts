import type { ScreenMap } from "./screens.ts";

export const userInfoPath = "/system/user-info";

/** Pages that belong to the frame itself: whoever is logged in may open them. */
export const frameScreens: ScreenMap = {
  [userInfoPath]: {
    load: () => import("./profile-page.tsx"),
    menu: "",
    multiple: true,
    title: (_params, locale) => locale.frame.profile.title,
  },
};
