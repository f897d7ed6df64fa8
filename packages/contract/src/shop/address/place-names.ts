/** Other ways to write the names of provinces and of regions of Hong Kong and Macao. */
export const provinceAliases: Readonly<Record<string, readonly string[]>> = {
  内蒙古自治区: ["内蒙古", "内蒙"],
  广西壮族自治区: ["广西省", "广西自治区"],
  宁夏回族自治区: ["宁夏省"],
  新疆维吾尔自治区: ["新疆省", "新疆自治区"],
  西藏自治区: ["西藏省"],
  香港特别行政区: ["中国香港", "香港特区"],
  澳门特别行政区: ["中国澳门", "澳门特区"],
  台湾省: ["中国台湾"],
  香港岛: ["港岛"],
  九龙: ["九龙半岛"],
  氹仔: ["凼仔"],
};

/** Usual names in Latin letters that differ from the pinyin, without spaces and apostrophes. */
export const englishNames: Readonly<Record<string, readonly string[]>> = {
  内蒙古自治区: ["innermongolia"],
  西藏自治区: ["tibet"],
  陕西省: ["shaanxi"],
  香港特别行政区: ["hongkong", "hongkongsar", "hk"],
  澳门特别行政区: ["macao", "macau", "macaosar"],
  台湾省: ["taiwan"],
  哈尔滨市: ["harbin"],
  乌鲁木齐市: ["urumqi"],
  呼和浩特市: ["hohhot"],
  拉萨市: ["lhasa"],
  齐齐哈尔市: ["qiqihar"],
  鄂尔多斯市: ["ordos"],
  香港岛: ["hongkongisland"],
  九龙: ["kowloon"],
  新界: ["newterritories", "nt"],
  中西区: ["centralandwestern", "central", "sheungwan", "admiralty"],
  湾仔区: ["wanchai", "causewaybay"],
  油尖旺区: ["yautsimmong", "tsimshatsui", "mongkok", "yaumatei"],
  深水埗区: ["shamshuipo", "cheungshawan", "laichikok"],
  九龙城区: ["kowlooncity", "hunghom", "tokwawan"],
  黄大仙区: ["wongtaisin", "sanpokong"],
  观塘区: ["kwuntong", "kowloonbay", "ngautaukok"],
  葵青区: ["kwaitsing", "kwaichung", "tsingyi"],
  荃湾区: ["tsuenwan"],
  屯门区: ["tuenmun"],
  元朗区: ["yuenlong"],
  大埔区: ["taipo"],
  沙田区: ["shatin", "fotan"],
  西贡区: ["saikung", "tseungkwano"],
  离岛区: ["islands", "tungchung"],
  澳门半岛: ["macaopeninsula"],
  氹仔: ["taipa"],
  路环: ["coloane"],
  台北市: ["taipei"],
  新北市: ["newtaipei", "newtaipeicity"],
  桃园市: ["taoyuan"],
  台中市: ["taichung"],
  台南市: ["tainan"],
  高雄市: ["kaohsiung"],
  基隆市: ["keelung"],
  新竹市: ["hsinchu"],
  嘉义市: ["chiayi"],
  彰化县: ["changhua"],
  屏东县: ["pingtung"],
  花莲县: ["hualien"],
  台东县: ["taitung"],
  信义区: ["xinyi"],
};

/** If one of these characters follows a short name, the short name is only the beginning of another name: 九龙湾, 香港仔. */
export const notBefore: Readonly<Record<string, string>> = {
  九龙: "湾塘城",
  香港: "仔",
  中山: "东西",
  内蒙: "古",
  南宁: "城",
};

type Area = readonly [city: string, district: string];
/** Neighbourhoods that people write instead of the district. The neighbourhood's name stays part of the street. */
export const neighbourhoods: Readonly<Record<string, readonly (readonly [Area, readonly string[]])[]>> = {
  香港特别行政区: [
    [
      ["香港岛", "南区"],
      ["香港仔", "黄竹坑", "鸭脷洲", "薄扶林", "赤柱"],
    ],
    [
      ["香港岛", "中西区"],
      ["中环", "上环", "西环", "金钟", "坚尼地城", "西营盘"],
    ],
    [
      ["香港岛", "湾仔区"],
      ["湾仔", "铜锣湾", "跑马地"],
    ],
    [
      ["香港岛", "东区"],
      ["北角", "鲗鱼涌", "太古", "柴湾", "筲箕湾", "西湾河", "小西湾"],
    ],
    [
      ["九龙", "油尖旺区"],
      ["尖沙咀", "尖沙嘴", "旺角", "油麻地", "佐敦", "大角咀", "大角嘴"],
    ],
    [
      ["九龙", "观塘区"],
      ["观塘", "牛头角", "九龙湾", "油塘", "蓝田", "秀茂坪"],
    ],
    [
      ["九龙", "深水埗区"],
      ["长沙湾", "荔枝角", "深水埗", "石硖尾", "美孚"],
    ],
    [
      ["九龙", "黄大仙区"],
      ["新蒲岗", "钻石山", "黄大仙", "慈云山", "彩虹"],
    ],
    [
      ["九龙", "九龙城区"],
      ["红磡", "土瓜湾", "何文田", "九龙塘", "启德", "九龙城"],
    ],
    [
      ["新界", "葵青区"],
      ["葵涌", "青衣", "葵芳", "葵兴"],
    ],
    [
      ["新界", "西贡区"],
      ["将军澳", "西贡"],
    ],
    [
      ["新界", "沙田区"],
      ["火炭", "大围", "马鞍山", "沙田", "小沥源", "石门"],
    ],
    [
      ["新界", "北区"],
      ["粉岭", "上水"],
    ],
    [
      ["新界", "元朗区"],
      ["天水围", "元朗"],
    ],
    [["新界", "屯门区"], ["屯门"]],
    [["新界", "荃湾区"], ["荃湾"]],
    [["新界", "大埔区"], ["大埔"]],
    [
      ["新界", "离岛区"],
      ["东涌", "赤鱲角", "赤腊角"],
    ],
  ],
  澳门特别行政区: [
    [
      ["澳门半岛", ""],
      ["新口岸", "黑沙环", "高士德", "皇朝", "下环", "南湾", "筷子基", "水坑尾", "新马路"],
    ],
  ],
};

/** Traditional characters in names of administrative divisions, each followed by its simplified form. */
const pairs =
  "東东臺台灣湾區区縣县鎮镇鄉乡廣广門门龍龙觀观愛爱鯉鲤國国義义陽阳園园雲云蘭兰蓮莲馬马連连嶼屿樹树蘆芦鶯莺峽峡貢贡萬万華华" +
  "寧宁蘇苏遼辽爾尔濱滨慶庆漢汉長长滬沪島岛圍围灘滩環环離离黃黄灤滦濟济無无錫锡鄭郑隴陇貴贵陝陕肅肃慮虑瀋沈盤盘撫抚錦锦" +
  "營营鐵铁遷迁塢坞興兴諸诸紹绍溫温麗丽麥麦贛赣餘余豐丰漁渔壩坝黨党運运呂吕開开衛卫許许襄襄憲宪漳漳廈厦龜龟獅狮寶宝" +
  "鹽盐羅罗瓊琼瀘泸樂乐內内資资達达眉眉廣广寶宝雞鸡鹹咸榆榆張张慶庆涼凉銀银衛卫烏乌魯鲁齊齐頭头鄂鄂倫伦貝贝錫锡" +
  "見见澤泽涇泾巒峦鳳凤鳥鸟濃浓橋桥關关麻麻將将軍军歸归楊杨壢坜崙仑礁礁壯壮圍围員员員员竈灶蘆芦鹿鹿霧雾崗岗後后" +
  "裏里莊庄嘉嘉澎澎礡礴鑽钻灣湾劍剑葉叶瑪玛仁仁潯浔贊赞貝贝銅铜鑼锣鰂鲗湧涌塱塱慈慈紅红荔荔旺旺蔥葱將将粉粉嶺岭" +
  "堅坚薄薄壆垻榮荣樓楼濠濠鏡镜氹氹聖圣填填衝冲穀谷澗涧壽寿豐丰鋼钢復复苓苓楠楠彌弥陀陀橫横峨峨尖尖獅狮潭潭鶴鹤" +
  "雙双溪溪貢贡寮寮瀝沥塗涂墾垦蕉蕉腳脚蘇苏澳澳羅罗東东礦矿擺摆滄沧潛潜齡龄淵渊禪禅順顺";
const simpleOf = new Map(
  Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i] ?? "", pairs[2 * i + 1] ?? ""]),
);

/** Returns the text with simplified characters. Its length does not change. */
export const simplified = (text: string): string =>
  text.replace(/[\u4e00-\u9fff]/g, (c) => simpleOf.get(c) ?? c);
