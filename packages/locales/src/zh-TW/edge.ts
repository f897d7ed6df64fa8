import type { Texts } from "../types.ts";
import type { edge as model } from "../zh-CN/edge.ts";

export const edge: Texts<typeof model> = {
  sources: "採集源",
  add: "新增採集源",
  title: (protocol, source) => (source === undefined ? `新增採集源：${protocol}` : `${protocol}：${source}`),
  none: "還沒有採集源",
  noneHint: "新增閘道要採集的機台。新增後半分鐘內開始採集。",
  notConnected: "閘道尚未回報",
  connectHint:
    "在廠內電腦上安裝閘道並執行 npm run edge -- --connect 位址。位址在新增接入時顯示，也可透過「更換密鑰」重新取得。",
  away: "閘道未回報",
  awayHint: "閘道會保存讀數，恢復連線後補傳。請檢查該電腦及其網路。",
  addresses: {
    opcua: "例如 opc.tcp://10.0.0.12:4840",
    modbus: "主機與連接埠，例如 10.0.0.12:502",
    em63: "閘道所見的工作階段資料夾，例如 /srv/em63/imm-1 或 \\\\pc-1\\em63",
    tcp: "主機與連接埠，例如 10.0.0.12:4001",
  },
  hints: {
    sourceId: "用作設備 ID，可含字母、數字、點、連字號和底線。",
    opcNode: "例如 ns=4;i=6001。留空則瀏覽尋找 OPC 40077、40083、40082-5 的全部計數器。",
    modbusUnit: "留空為 1。",
    modbusRegister: "從 0 起算：手冊中的 40001 填 0。",
    registers: "16 位元占一個暫存器，32 位元占兩個。",
    linePattern: "含一個群組的正規表示式，例如 N=(\\d+)。留空取行內第一個整數。",
    countWidth: "僅當計數到最大值後從 0 重新開始時填寫。",
  },
};
