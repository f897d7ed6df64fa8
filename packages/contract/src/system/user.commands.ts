import { defineCommand, field } from "../kernel/index.ts";

const right = { menu: "SYS101", action: "M" } as const;

/** A new password for somebody. It is in this answer and nowhere else; all log-ins with the old one end. */
export const resetPassword = defineCommand<{ readonly PASSWORD: string }>()({
  type: "rf_ResetPassword",
  right,
  input: { userId: field.text(50, { required: true }) },
});

/** Ends every log-in of somebody. */
export const forceOut = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_ForceOut",
  right,
  input: { userId: field.text(50, { required: true }) },
});

/** Whether one's own account can be entered by WeChat. */
export const weChatState = defineCommand<{ readonly CONFIGURED: "Y" | "N"; readonly BOUND: "Y" | "N" }>()({
  type: "rf_WeChatState",
  input: {},
});

export const bindWeChat = defineCommand<null>()({
  type: "rf_BindWeChat",
  input: { weChatCode: field.text(512, { wire: "WECHAT_CODE", required: true }) },
});

export const unbindWeChat = defineCommand<null>()({ type: "rf_UnbindWeChat", input: {} });
