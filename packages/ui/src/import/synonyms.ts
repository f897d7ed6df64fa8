import type { FieldName } from "@shotkeeper/locales";

/** Other usual titles of columns in the sheets of plants, in Chinese and English. They are never shown. */
const synonyms: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  moldNo: ["模号", "模號", "模具号", "模具號", "Mold number", "Mould no", "Mould number", "Tool no"],
  moldName: ["模具名", "模名", "名称", "名稱", "Mould name", "Tool name"],
  makerId: ["模厂", "模廠", "模具供应商", "模具供應商", "制模厂", "製模廠", "Tool maker", "Mould maker"],
  cavities: ["穴数", "穴數", "模穴", "腔数", "Cavity", "No of cavities", "Number of cavities"],
  standardCycle: ["成型周期", "标准节拍", "標準節拍", "Cycle time", "Std cycle"],
  productNo: [
    "产品号",
    "產品號",
    "零件号",
    "零件號",
    "料号",
    "料號",
    "Part no",
    "Part number",
    "Product number",
  ],
  productWeight: ["产品单重", "單重", "单重", "Part weight"],
  rawMaterial: ["材料", "原料", "Material", "Resin"],
  pressTonnage: ["吨位", "噸位", "机台吨位", "Tonnage", "Clamping force"],
  projectNo: ["项目编号", "項目編號", "Project number"],
  openingCount: ["初始模次", "期初次数", "Initial shots", "Opening shots"],
  goodsId: ["商品编码", "商品編碼", "编码", "編碼", "货号", "貨號", "Item no", "SKU", "Product"],
  orderQty: ["订购数量", "訂購數量", "件数", "件數", "采购数量", "Qty", "Pcs", "Order quantity"],
  moldKind: [
    "适用模具",
    "適用模具",
    "模具种类",
    "模具種類",
    "配置",
    "Mold kind",
    "Mould type",
    "Configuration",
  ],
  magnet: ["磁铁形状", "磁鐵形狀", "磁铁类型", "磁鐵類型", "Magnet shape"],
  accessory: ["附件", "保护件", "保護件", "Accessories"],
  remark: ["备注", "備註", "说明", "Note", "Notes", "Comment", "Remarks"],
};

/** Returns other titles that a column with the values of the field may have in users' files. */
export const synonymsOf = (name: string): readonly string[] => synonyms[name as FieldName] ?? [];
