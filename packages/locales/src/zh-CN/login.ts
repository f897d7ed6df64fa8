/**
 * Texts of the log-in page and of the log-in form after the session has expired. A separate file, because the log-in
 * page loads no other texts.
 */
export const login = {
  title: "登录",
  welcome: "欢迎回来",
  lead: "请使用贵司的租户编号与账号登录",
  handHeld: "本机为手持终端，登录计入手持终端授权数",
  tenant: "租户编号",
  user: "用户名",
  password: "密码",
  captcha: "验证码",
  captchaImage: "验证码图片，点击更换",
  captchaLoading: "正在获取验证码",
  captchaFailed: "验证码获取失败，点击重试",
  remember: "记住登录状态",
  submit: "登录",
  weChat: "微信登录",
  weChatNeedsTenant: "请先填写租户编号，再用微信登录",
  submitting: "正在登录…",
  showPassword: "显示密码",
  hidePassword: "隐藏密码",
  required: (label: string) => `请输入${label}`,
  network: "无法连接服务器，请检查网络后重试",
  timeout: "请求超时，请稍后重试",
  language: "语言",
  slogan: "每一模，都算数",
  pitch: "从合模的那一刻起，模次、周期、保养与位置，都有据可查。",
  points: ["实时模次与周期", "保养到期即提醒", "每个数字都可追溯"],
  shotsToday: "今日模次",
  cycle: "周期",
  illustration: "插图：一副模具合模，计数器加一",
};
