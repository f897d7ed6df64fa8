/** Fixed data of the demo: companies, plants and products. All are invented; only the cities are real. */

export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;

export interface Org {
  readonly id: string;
  readonly name: string;
  readonly type: "oem" | "plant" | "maker";
  readonly lng: number;
  readonly lat: number;
  readonly radius: number;
  readonly province: string;
  readonly city: string;
}

const org = (
  id: string,
  type: Org["type"],
  name: string,
  place: readonly [string, string],
  lng: number,
  lat: number,
  radius: number,
): Org => ({ id, type, name, lng, lat, radius, province: place[0], city: place[1] });

export const orgs: readonly Org[] = [
  org("OEM01", "oem", "华辰汽车制造有限公司", ["安徽省", "合肥市"], 117.1872, 31.7689, 3000),
  org("OEM02", "oem", "悦居电器股份有限公司", ["山东省", "青岛市"], 120.4023, 36.1354, 3000),
  org("PLANT01", "plant", "宁波众力精密注塑有限公司", ["浙江省", "宁波市"], 121.8327, 29.8912, 800),
  org("PLANT02", "plant", "合肥瑞丰塑业有限公司", ["安徽省", "合肥市"], 117.1523, 31.7341, 1000),
  org("PLANT03", "plant", "青岛海恒塑胶科技有限公司", ["山东省", "青岛市"], 120.1365, 36.0102, 1200),
  org("MAKER01", "maker", "台州黄岩精模科技有限公司", ["浙江省", "台州市"], 121.2286, 28.6394, 600),
  org("MAKER02", "maker", "宁海新锐模具有限公司", ["浙江省", "宁波市"], 121.4498, 29.3021, 600),
  org("MAKER03", "maker", "昆山鼎拓模塑有限公司", ["江苏省", "苏州市"], 120.9581, 31.3857, 500),
  org("MAKER04", "maker", "东莞恒源模具制品有限公司", ["广东省", "东莞市"], 113.7921, 22.8107, 500),
];

/** Working hours of a plant. All numbers are hours of the day in the tenant's time zone. */
export interface Shifts {
  /** Hour at which work starts. A plant with `from` 0 and `to` 24 works around the clock. */
  readonly from: number;
  readonly to: number;
  /** Meal breaks without production: start (hour of the day) and length (hours). */
  readonly breaks: readonly (readonly [number, number])[];
  /** True if the plant is closed on Sundays. */
  readonly sunday: boolean;
}

export const shifts: Readonly<Record<string, Shifts>> = {
  PLANT01: { from: 0, to: 24, breaks: [], sunday: false },
  PLANT02: { from: 0, to: 24, breaks: [[9.5, 0.6]], sunday: false },
  PLANT03: { from: 7.5, to: 23.5, breaks: [], sunday: true },
};

export interface Project {
  readonly no: string;
  readonly name: string;
  readonly oem: "OEM01" | "OEM02";
  readonly platform: string;
  readonly manager: string;
  readonly moldPm: string;
}

export const projects: readonly Project[] = [
  {
    no: "HC-E21",
    name: "E21 纯电轿车",
    oem: "OEM01",
    platform: "H1 平台",
    manager: "周建国",
    moldPm: "林晓峰",
  },
  {
    no: "HC-S33",
    name: "S33 中型 SUV",
    oem: "OEM01",
    platform: "H2 平台",
    manager: "吴海燕",
    moldPm: "林晓峰",
  },
  { no: "HC-M50", name: "M50 MPV", oem: "OEM01", platform: "H2 平台", manager: "郑志强", moldPm: "何文彬" },
  {
    no: "YJ-WM12",
    name: "12 公斤滚筒洗衣机",
    oem: "OEM02",
    platform: "W 平台",
    manager: "孙丽华",
    moldPm: "马俊",
  },
  {
    no: "YJ-AC15",
    name: "1.5 匹壁挂空调",
    oem: "OEM02",
    platform: "K 平台",
    manager: "徐鹏",
    moldPm: "马俊",
  },
  {
    no: "YJ-RF55",
    name: "550 升对开门冰箱",
    oem: "OEM02",
    platform: "R 平台",
    manager: "孙丽华",
    moldPm: "高洁",
  },
];

/**
 * Returns the name of a mold: the name of the project without a code at its beginning, then the name of the part. The
 * project name "E21 纯电轿车" begins with a code, "12 公斤滚筒洗衣机" does not.
 */
export const moldNameOf = (project: { readonly name: string }, part: { readonly name: string }): string =>
  `${project.name.replace(/^[A-Z]\d+ /, "")}${part.name}模具`.replace(/([A-Z])([A-Z] )/, "$1 $2");

export interface Part {
  readonly name: string;
  readonly type: string;
  readonly material: string;
  /** Weight of one piece, g. */
  readonly weight: number;
  /** Number of pieces per shot. */
  readonly cavities: number;
  /** Standard cycle time, s. */
  readonly cycle: number;
  /** Required clamping force of the machine, t. */
  readonly tonnage: number;
  readonly runner: 1 | 2;
}

const part = (
  name: string,
  type: string,
  material: string,
  weight: number,
  cavities: number,
  cycle: number,
  tonnage: number,
  runner: 1 | 2 = 1,
): Part => ({ name, type, material, weight, cavities, cycle, tonnage, runner });

export const carParts: readonly Part[] = [
  part("前保险杠本体", "大型外饰", "PP+EPDM-T20", 3250, 1, 68, 2800),
  part("后保险杠本体", "大型外饰", "PP+EPDM-T20", 3080, 1, 66, 2500),
  part("仪表板上本体", "大型内饰", "PP-LGF20", 2640, 1, 72, 2500),
  part("门板本体（左/右）", "大型内饰", "PP-T20", 1480, 2, 62, 2000),
  part("副仪表板本体", "大型内饰", "PP-T20", 1760, 1, 58, 1600),
  part("A 柱上饰板（左/右）", "内饰", "PP-T15", 312, 2, 48, 650),
  part("B 柱下饰板（左/右）", "内饰", "PP-T15", 405, 2, 52, 850),
  part("门槛饰板（左/右）", "内饰", "PP-T20", 286, 2, 46, 650),
  part("格栅上装饰条", "外饰", "ABS", 196, 2, 50, 530),
  part("轮罩衬板", "外饰", "PE-HD", 640, 2, 56, 1000),
  part("后视镜壳体", "外饰", "ASA", 158, 4, 45, 470),
  part("尾灯灯罩", "光学件", "PMMA", 342, 2, 65, 650),
  part("出风口叶片", "功能件", "PA6-GF30", 18, 8, 32, 250, 2),
  part("手套箱外板", "内饰", "PC+ABS", 420, 1, 49, 650),
  part("空调壳体上盖", "功能件", "PP-T20", 510, 1, 47, 850),
  part("电池包支架", "功能件", "PA66-GF30", 228, 2, 42, 530),
  part("充电口盖", "外饰", "PC+PBT", 122, 2, 40, 380),
  part("风扇护风圈", "功能件", "PA6-GF30", 720, 1, 55, 1000),
];

export const applianceParts: readonly Part[] = [
  part("滚筒外桶前半", "大型功能件", "PP-GF30", 3120, 1, 70, 1850),
  part("滚筒外桶后半", "大型功能件", "PP-GF30", 3460, 1, 74, 2200),
  part("控制面板", "外观件", "ABS", 560, 1, 48, 850),
  part("洗涤剂盒抽屉", "功能件", "PP", 214, 2, 38, 380, 2),
  part("门外圈", "外观件", "ABS", 486, 1, 45, 650),
  part("室内机面框", "外观件", "HIPS", 1120, 1, 54, 1300),
  part("室内机底壳", "大型功能件", "HIPS", 1460, 1, 58, 1600),
  part("贯流风叶中节", "功能件", "AS-GF20", 42, 4, 36, 250),
  part("导风板", "外观件", "ABS", 168, 2, 41, 470),
  part("电控盒体", "功能件", "ABS-FR", 236, 2, 39, 380, 2),
  part("果蔬盒", "透明件", "GPPS", 890, 1, 56, 850),
  part("冷藏抽屉", "透明件", "GPPS", 760, 1, 52, 850),
  part("瓶座", "透明件", "GPPS", 298, 2, 43, 470),
  part("门端盖", "外观件", "ABS", 132, 4, 37, 380, 2),
  part("抽屉滑轨支架", "功能件", "POM", 26, 8, 30, 200, 2),
];

export const runnerNames: Readonly<Record<1 | 2, string>> = { 1: "热流道", 2: "冷流道" };

/** Maintenance technicians of the plants, who appear in records only and cannot log in. */
export const technicians: Readonly<Record<string, { readonly id: string; readonly name: string }>> = {
  PLANT01: { id: "zhang.wei", name: "张伟" },
  PLANT02: { id: "li.qiang", name: "李强" },
  PLANT03: { id: "wang.lei", name: "王磊" },
};
