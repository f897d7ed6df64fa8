import { defineWireCommand, field, right, signedIn } from "../kernel/index.ts";
import { menus } from "../menus.ts";

const mayModify = right(menus.user, "M");

/** A new password for somebody. It is in this answer and nowhere else; all log-ins with the old one end. */
export const resetPassword = defineWireCommand<{ readonly PASSWORD: string }>()({
  type: "rf_ResetPassword",
  access: mayModify,
  input: { userId: field.text(50, { required: true }) },
});

/** Ends every log-in of somebody. */
export const forceOut = defineWireCommand<{ readonly COUNT: number }>()({
  type: "rf_ForceOut",
  access: mayModify,
  input: { userId: field.text(50, { required: true }) },
});

/** Whether one's own account can be entered by WeChat. */
export const weChatState = defineWireCommand<{ readonly CONFIGURED: "Y" | "N"; readonly BOUND: "Y" | "N" }>()(
  {
    type: "rf_WeChatState",
    access: signedIn,
    input: {},
  },
);

export const bindWeChat = defineWireCommand<null>()({
  type: "rf_BindWeChat",
  access: signedIn,
  input: { weChatCode: field.text(512, { wire: "WECHAT_CODE", required: true }) },
});

export const unbindWeChat = defineWireCommand<null>()({
  type: "rf_UnbindWeChat",
  access: signedIn,
  input: {},
});
