/** Texts of edge gateways and their sources. */
export const edge = {
  sources: "采集源",
  add: "新增采集源",
  title: (protocol: string, source: string | undefined) =>
    source === undefined ? `新增采集源：${protocol}` : `${protocol}：${source}`,
  none: "还没有采集源",
  noneHint: "添加网关要采集的机台。新增后半分钟内开始采集。",
  notConnected: "网关尚未上报",
  connectHint:
    "在厂内电脑上安装网关并执行 npm run edge -- --connect 地址。地址在新增接入时显示，也可通过“更换密钥”重新获取。",
  away: "网关未上报",
  awayHint: "网关会保存读数，恢复连接后补发。请检查该电脑及其网络。",
  addresses: {
    opcua: "例如 opc.tcp://10.0.0.12:4840",
    modbus: "主机与端口，例如 10.0.0.12:502",
    em63: "网关所见的会话文件夹，例如 /srv/em63/imm-1 或 \\\\pc-1\\em63",
    tcp: "主机与端口，例如 10.0.0.12:4001",
  },
  hints: {
    sourceId: "用作设备 ID，可含字母、数字、点、连字符和下划线。",
    opcNode: "例如 ns=4;i=6001。留空则浏览查找 OPC 40077、40083、40082-5 的全部计数器。",
    modbusUnit: "留空为 1。",
    modbusRegister: "从 0 起算：手册中的 40001 填 0。",
    registers: "16 位占一个寄存器，32 位占两个。",
    linePattern: "含一个分组的正则表达式，例如 N=(\\d+)。留空取行内第一个整数。",
    countWidth: "仅当计数到最大值后从 0 重新开始时填写。",
  },
};
