/**
 * Products of the demo's shop, all invented. DC001 and DC002 must be batteries, because the postage rules treat orders
 * of only these products separately (spec shop §9).
 */
interface DemoProduct {
  readonly id: string;
  readonly name: string;
  readonly nameTw: string;
  readonly nameEn: string;
  readonly model: string;
  readonly type: 0 | 1 | 2;
  readonly unit: string;
  readonly unitTw: string;
  readonly unitEn: string;
  readonly counter?: "LTE" | "NB" | "LORA";
  readonly price: number;
  readonly stock: number;
  readonly lowAt?: number;
  readonly off?: true;
  readonly remark: string;
  readonly remarkTw: string;
  readonly remarkEn: string;
}

const products: readonly DemoProduct[] = [
  {
    id: "JS001",
    name: "模具计数器 4G 版",
    nameTw: "模具計數器 4G 版",
    nameEn: "Mold counter 4G",
    model: "SK-4G-100",
    counter: "LTE",
    type: 0,
    unit: "台",
    unitTw: "台",
    unitEn: "pc",
    price: 468,
    stock: 236,
    lowAt: 50,
    remark: "含三年流量，IP67，工作温度 -20～85 ℃，电池寿命约 5 年。",
    remarkTw: "含三年流量，IP67，工作溫度 -20～85 ℃，電池壽命約 5 年。",
    remarkEn: "Three years of data included, IP67, works from -20 to 85 °C, battery life about five years.",
  },
  {
    id: "JS002",
    name: "模具计数器 NB-IoT 版",
    nameTw: "模具計數器 NB-IoT 版",
    nameEn: "Mold counter NB-IoT",
    model: "SK-NB-200",
    counter: "NB",
    type: 0,
    unit: "台",
    unitTw: "台",
    unitEn: "pc",
    price: 398,
    stock: 512,
    lowAt: 80,
    remark: "含三年流量，适合信号稳定的固定车间。",
    remarkTw: "含三年流量，適合訊號穩定的固定廠房。",
    remarkEn: "Three years of data included. For workshops with a stable signal.",
  },
  {
    id: "JS003",
    name: "模具计数器 LoRa 版",
    nameTw: "模具計數器 LoRa 版",
    nameEn: "Mold counter LoRa",
    model: "SK-LR-300",
    counter: "LORA",
    type: 0,
    unit: "台",
    unitTw: "台",
    unitEn: "pc",
    price: 326.5,
    stock: 28,
    lowAt: 40,
    remark: "需配合网关使用，无流量费用。",
    remarkTw: "需配合閘道使用，無流量費用。",
    remarkEn: "Needs a gateway. No data fees.",
  },
  {
    id: "WG001",
    name: "LoRa 室内网关",
    nameTw: "LoRa 室內閘道",
    nameEn: "LoRa indoor gateway",
    model: "SK-GW-8",
    type: 2,
    unit: "台",
    unitTw: "台",
    unitEn: "pc",
    price: 1680,
    stock: 19,
    lowAt: 5,
    remark: "8 通道，覆盖半径约 300 米。",
    remarkTw: "8 通道，涵蓋半徑約 300 公尺。",
    remarkEn: "Eight channels, reaches about 300 m.",
  },
  {
    id: "DC001",
    name: "锂亚电池组",
    nameTw: "鋰亞電池組",
    nameEn: "Lithium battery pack",
    model: "ER18505-2P",
    type: 2,
    unit: "组",
    unitTw: "組",
    unitEn: "set",
    price: 32.8,
    stock: 1460,
    lowAt: 200,
    remark: "原装更换电池，附密封圈。",
    remarkTw: "原廠更換電池，附密封圈。",
    remarkEn: "Original spare battery with sealing ring.",
  },
  {
    id: "DC002",
    name: "锂亚电池单体",
    nameTw: "鋰亞電池單體",
    nameEn: "Lithium battery cell",
    model: "ER14505",
    type: 2,
    unit: "只",
    unitTw: "只",
    unitEn: "pc",
    price: 12.6,
    stock: 96,
    lowAt: 300,
    remark: "适用于 LoRa 版计数器。",
    remarkTw: "適用於 LoRa 版計數器。",
    remarkEn: "For LoRa counters.",
  },
  {
    id: "CT001",
    name: "方形磁铁支架",
    nameTw: "方形磁鐵支架",
    nameEn: "Square magnet holder",
    model: "SK-MS-40",
    type: 2,
    unit: "个",
    unitTw: "個",
    unitEn: "pc",
    price: 18.5,
    stock: 640,
    lowAt: 100,
    remark: "长边、短边均可安装。",
    remarkTw: "長邊、短邊均可安裝。",
    remarkEn: "Fits on the long and on the short side.",
  },
  {
    id: "CT002",
    name: "圆形磁铁支架",
    nameTw: "圓形磁鐵支架",
    nameEn: "Round magnet holder",
    model: "SK-MR-32",
    type: 2,
    unit: "个",
    unitTw: "個",
    unitEn: "pc",
    price: 16.2,
    stock: 580,
    lowAt: 100,
    remark: "适合安装面较小的模具。",
    remarkTw: "適合安裝面較小的模具。",
    remarkEn: "For molds with little room to mount.",
  },
  {
    id: "J007",
    name: "五金保护壳",
    nameTw: "五金保護殼",
    nameEn: "Metal protective case",
    model: "SK-SH-07",
    type: 2,
    unit: "个",
    unitTw: "個",
    unitEn: "pc",
    price: 26,
    stock: 420,
    lowAt: 60,
    remark: "用于五金模，防油污与碰撞，随计数器一同安装。",
    remarkTw: "用於五金模，防油污與碰撞，隨計數器一同安裝。",
    remarkEn: "For metal-stamping dies. Protects the counter from oil and knocks, and is mounted with it.",
  },
  {
    id: "J002",
    name: "塑胶保护块",
    nameTw: "塑膠保護塊",
    nameEn: "Plastic protective block",
    model: "SK-BK-02",
    type: 2,
    unit: "个",
    unitTw: "個",
    unitEn: "pc",
    price: 15.8,
    stock: 880,
    lowAt: 100,
    remark: "用于塑胶模，嵌入模板，保护计数器与磁铁。",
    remarkTw: "用於塑膠模，嵌入模板，保護計數器與磁鐵。",
    remarkEn: "For plastic molds. Set into the plate, it protects counter and magnet.",
  },
  {
    id: "LL001",
    name: "流量续费（一年）",
    nameTw: "流量續費（一年）",
    nameEn: "Data plan, one year",
    model: "DATA-1Y",
    type: 1,
    unit: "份",
    unitTw: "份",
    unitEn: "pc",
    price: 48,
    stock: 99_999,
    remark: "到期前续费，数据不中断。",
    remarkTw: "到期前續費，數據不中斷。",
    remarkEn: "Renew before the end, so that no data are lost.",
  },
  {
    id: "RJ001",
    name: "平台年度服务",
    nameTw: "平台年度服務",
    nameEn: "Platform service, one year",
    model: "SVC-1Y",
    type: 1,
    unit: "年",
    unitTw: "年",
    unitEn: "year",
    price: 9800,
    stock: 999,
    remark: "含升级与远程支持，不限用户数。",
    remarkTw: "含升級與遠端支援，不限使用者數。",
    remarkEn: "Updates and remote support included, any number of users.",
  },
  {
    id: "JS000",
    name: "模具计数器 2G 版",
    nameTw: "模具計數器 2G 版",
    nameEn: "Mold counter 2G",
    model: "SK-2G-010",
    type: 0,
    unit: "台",
    unitTw: "台",
    unitEn: "pc",
    price: 299,
    stock: 7,
    off: true,
    remark: "2G 退网，停止销售。",
    remarkTw: "2G 退網，停止銷售。",
    remarkEn: "2G networks are being closed. No longer sold.",
  },
];

/** Rows of the shop's products with wire names, as the application's form sends them. */
export const productRows = products.map((p) => ({
  GOODS_ID: p.id,
  GOODS_NAME: p.name,
  GOODS_NAME_TW: p.nameTw,
  GOODS_NAME_EN: p.nameEn,
  GOODS_MODEL: p.model,
  GOOD_TYPE: p.type,
  UNIT: p.unit,
  GOODS_UNIT_TW: p.unitTw,
  GOODS_UNIT_EN: p.unitEn,
  UNIT_PRICE: p.price,
  SC_STOCK_QTY: p.stock,
  ...(p.counter && { WRITER_TYPE: p.counter }),
  LOW_STOCK_QTY: p.lowAt ?? null,
  LOWER_SHELF: p.off ? "Y" : "N",
  GOODS_REMARK: p.remark,
  GOODS_REMARK_TW: p.remarkTw,
  GOODS_REMARK_EN: p.remarkEn,
}));

const shares = { 华辰汽车制造有限公司: 0.92, 悦居电器股份有限公司: 0.955 } as const;

/** Special prices: host factories with many orders pay less for counters. */
export const priceRows = Object.entries(shares).flatMap(([oem, share]) =>
  products
    .filter((p) => p.type === 0 && !p.off)
    .map((p) => ({
      GOODS_ID: p.id,
      OEM_NAME: oem,
      UNIT_PRICE: Math.round(p.price * share * 10_000) / 10_000,
    })),
);

/** Returns the price of a product for a host factory. */
export const priceOf = (id: string, oem: string): number =>
  priceRows.find((p) => p.GOODS_ID === id && p.OEM_NAME === oem)?.UNIT_PRICE ??
  productRows.find((p) => p.GOODS_ID === id)?.UNIT_PRICE ??
  0;
