/** Tenant, licence, menu, scripts and packages. */
export const administration = {
  tenant: {
    company: "公司与系统",
    seats: "当前登录",
    history: "授权记录",
    load: "载入授权文件",
    loaded: "授权已载入，立即生效",
    lead: "授权文件由平台方签发。申请时请提供授权序列号与租户编号。",
    noLicence: "尚未载入授权文件",
    noLicenceHint: "未载入授权时，登录数与有效期不受限制。",
    ofSeats: "已用 / 授权",
    controlled: "到期后不能登录",
    notControlled: "不控制有效期",
    chooseLogo: "选择图片",
    forceOut: "强制下线",
    forceOutPrompt: (name: string) => `确定要让“${name}”的所有登录立即下线吗？`,
    forcedOut: "已下线",
    ownSeat: "这是您自己的登录",
    hints: {
      sysName: "显示在菜单上方与浏览器标题中",
      playTime: "看板自动切换画面的间隔，5 至 3600 秒",
      logo: "PNG、JPG 或 WebP，显示在菜单上方",
    },
  },
};
