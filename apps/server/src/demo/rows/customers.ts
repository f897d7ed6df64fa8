/** The demo's customers. All are invented; only the cities are real. */
interface DemoCustomer {
  readonly name: string;
  readonly contact: string;
  readonly place: readonly [province: string, city: string, district: string];
  readonly address: string;
  readonly taxpayerId: string;
  readonly oem: string;
  /**
   * Days after which the customer must pay a monthly statement. 1 means that the customer gets no statements and pays
   * each order separately.
   */
  readonly terms: number;
}

const huachen = "华辰汽车制造有限公司";
const yueju = "悦居电器股份有限公司";

const customers: readonly DemoCustomer[] = [
  {
    name: "宁波众力精密注塑有限公司",
    contact: "赵敏",
    place: ["浙江省", "宁波市", "北仑区"],
    address: "小港街道纬五路 18 号",
    taxpayerId: "91330201MA2HDEM01C",
    oem: huachen,
    terms: 60,
  },
  {
    name: "合肥瑞丰塑业有限公司",
    contact: "丁一鸣",
    place: ["安徽省", "合肥市", "肥西县"],
    address: "桃花工业园玉兰大道 66 号",
    taxpayerId: "91340100MA8NDEM022",
    oem: huachen,
    terms: 30,
  },
  {
    name: "青岛海恒塑胶科技有限公司",
    contact: "宋佳",
    place: ["山东省", "青岛市", "黄岛区"],
    address: "江山南路 108 号 3 号厂房",
    taxpayerId: "91370211MA3RDEM03D",
    oem: yueju,
    terms: 45,
  },
  {
    name: "台州黄岩精模科技有限公司",
    contact: "黄海涛",
    place: ["浙江省", "台州市", "黄岩区"],
    address: "北城街道模具新城 A 区 12 幢",
    taxpayerId: "91331003MA28DEM04D",
    oem: huachen,
    terms: 1,
  },
  {
    name: "宁海新锐模具有限公司",
    contact: "叶青",
    place: ["浙江省", "宁波市", "宁海县"],
    address: "梅林街道兴海北路 29 号",
    taxpayerId: "91330226MA2ADEM05X",
    oem: yueju,
    terms: 1,
  },
  {
    name: "昆山鼎拓模塑有限公司",
    contact: "顾文",
    place: ["江苏省", "苏州市", "昆山市"],
    address: "千灯镇石浦路 220 号",
    taxpayerId: "91320583MA1XDEM06Q",
    oem: huachen,
    terms: 30,
  },
  {
    name: "东莞恒源模具制品有限公司",
    contact: "梁嘉豪",
    place: ["广东省", "东莞市", "长安镇"],
    address: "振安东路 77 号",
    taxpayerId: "91441900MA51DEM075",
    oem: yueju,
    terms: 1,
  },
  {
    name: "佛山顺达电器配件有限公司",
    contact: "何敏仪",
    place: ["广东省", "佛山市", "高明区"],
    address: "荷城街道兴盛路 5 号",
    taxpayerId: "91440606MA4UDEM080",
    oem: yueju,
    terms: 30,
  },
  {
    name: "武汉江城汽车饰件有限公司",
    contact: "石磊",
    place: ["湖北省", "武汉市", "蔡甸区"],
    address: "常福工业园凤凰路 41 号",
    taxpayerId: "91420100MA4KDEM09M",
    oem: huachen,
    terms: 60,
  },
  {
    name: "重庆渝塑科技有限公司",
    contact: "冉静",
    place: ["重庆市", "重庆市", "渝北区"],
    address: "空港大道 301 号",
    taxpayerId: "91500112MA60DEM101",
    oem: huachen,
    terms: 30,
  },
];

/** Rows of the customers with wire names, as the application's form sends them. */
export const customerRows = customers.map((c, i) => {
  const serial = String(i + 1).padStart(3, "0");
  const [province, city, district] = c.place;
  const phone = `13800001${serial}`;
  return {
    CUST_ID: `C${serial}`,
    CUST_NAME: c.name,
    CONET_MAN: c.contact,
    CONET_TEL: phone,
    E_MAIL: `c${serial}@demo.example.com`,
    PROVINCENAME: province,
    CITYNAME: city,
    EXPAREANAME: district,
    CONET_ADDR: c.address,
    INVOICE_HEADER: c.name,
    SOCIAL_CODE: c.taxpayerId,
    ADD_TEL: `${province === city ? city : province + city}${district}${c.address} ${phone}`,
    OPEN_BANK: `示例银行${city}分行`,
    BANK_ACCOUNT: `6220000000000${serial}`,
    RE_MAN: c.contact,
    RE_TEL: phone,
    DEFAULT_OEM: c.oem,
    MON_DAYS: c.terms,
  };
});
