import type { Texts } from "../types.ts";
import type { keys as model } from "../zh-CN/keys.ts";

export const keys: Texts<typeof model> = {
  make: "新增金鑰",
  makeTitle: "新增 API 金鑰",
  makeLead: "程式用此金鑰代替登入，只能執行這裡選擇的操作。",
  hints: {
    keyName: "填寫使用金鑰的程式名稱，系統紀錄中會顯示",
    scopes: "只能選擇您自己擁有的權限；您失去權限時，金鑰也同時失去。",
    orgId: "選擇後金鑰只能看到該組織的資料；留空則與您看到的相同。",
    networks: "如 10.1.0.0/16, 203.0.113.7；留空則不限制。",
    expiresAt: "最長兩年",
    newExpiry: "留空則不變",
  },
  shownTitle: (name) => `金鑰 · ${name}`,
  once: "請立即複製金鑰，關閉後無法再次檢視。",
  copy: "複製金鑰",
  noted: "我已儲存",
  usage: "每次請求攜帶：",
  rotate: "更換",
  rotateTitle: (name) => `更換金鑰 · ${name}`,
  rotateLead: "會產生新的金鑰。請選擇舊金鑰在此期間保留多久。",
  overlaps: { 0: "立即失效", 24: "1 天", 168: "7 天", 720: "30 天" },
  revoke: "撤銷",
  revokePrompt: (name) => `撤銷 ${name} 的金鑰？金鑰立即失效，且無法復原。`,
  revoked: "金鑰已撤銷",
  emptyHint: "為每個呼叫介面的程式新增一個金鑰，並限定權限範圍與有效期。",
  gateway: {
    make: "新增閘道",
    makeTitle: "新增閘道",
    makeLead: "會為閘道產生金鑰。閘道可以上報所有計數器的讀數。",
    revokePrompt: (name) => `撤銷 ${name} 的金鑰？其連線立即中斷，且無法復原。`,
    usage: "MQTT 使用者名稱為 gateway，密碼為此金鑰；/jsq 請求攜帶：",
    emptyHint: "登記每個上報計數器讀數的閘道，每個閘道使用各自的金鑰。",
  },
};
