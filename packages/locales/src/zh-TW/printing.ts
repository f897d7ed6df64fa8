import type { Texts } from "../types.ts";
import type { printing as model } from "../zh-CN/printing.ts";

export const printing: Texts<typeof model> = {
  settings: "列印設定",
  browser: "瀏覽器列印",
  service: "本機列印服務",
  browserHint: "透過瀏覽器的列印對話方塊列印，不需安裝任何軟體。",
  serviceHint: "直接送到本機印表機，不會跳出對話方塊。需要本機執行列印服務並配對一次。",
  codeAt: "配對碼請見",
  code: "6 位數配對碼",
  pair: "配對",
  pairAgain: "重新配對",
  printer: "印表機",
  defaultPrinter: "系統預設印表機",
  failed: "列印失敗",
  retry: "重試",
  unreachable: "無法連線到本機列印服務，請確認列印服務已啟動",
  forbiddenByBrowser: "瀏覽器未允許此頁面存取區域網路，請在網站設定中允許「區域網路存取」後重試",
  notPaired: "此頁面尚未與本機列印服務配對，請先配對",
  sent: (n: number) => `已列印 ${n} 頁`,
  stopped: (p: string) => `${p}（未就緒）`,
};
