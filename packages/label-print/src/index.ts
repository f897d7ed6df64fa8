export { type Dialogs, type DialogTexts, dialogs } from "./dialogs.ts";
export { type BrowserOptions, browserDriver, printDocument, showPages } from "./drivers/browser.ts";
export type { Driver, Printer, Push } from "./drivers/driver.ts";
export { browserMeasure } from "./drivers/measure.ts";
export { type PlugInOptions, plugInDriver } from "./drivers/plug-in.ts";
export type { PlugIn } from "./drivers/plug-in-protocol.ts";
export {
  defaultAddress,
  localNetworkAccess,
  type PrintServiceOptions,
  type PrintServiceTexts,
  pair,
  printServiceDriver,
} from "./drivers/print-service.ts";
export { pagesPdf } from "./file/pdf.ts";
export { pagePng, type RasterOptions } from "./file/raster.ts";
export type { Code } from "./job/failure.ts";
export {
  LabelPrinter,
  type LabelPrinterSettings,
  type PrintOptions,
  type PrintResult,
} from "./job/label-printer.ts";
export type { ExternalRequest, InternalRequest, LabelDocument, PrintRequest } from "./job/request.ts";
export { decryptSegments, encryptSegment } from "./job/segments.ts";
export { pagesOf, type WireContent, type WireFile, type WireItem } from "./job/wire.ts";
export { code128, qrMatrix } from "./model/codes.ts";
export * from "./model/page.ts";
export { arrange, type PageType } from "./model/sheet.ts";
export { pageSvg, type SvgOptions } from "./model/svg.ts";
export { layoutText, type Measure, roughMeasure } from "./model/text-layout.ts";
