export { type Dialogs, type DialogTexts, dialogs, type UnsureLabels } from "./dialogs.ts";
export { type BrowserOptions, browserDriver, printDocument, showPages } from "./drivers/browser.ts";
export { type Driver, type PageState, type Printer, type Push, UnsureFailure } from "./drivers/driver.ts";
export { localNetworkAccess } from "./drivers/local-network.ts";
export { browserMeasure } from "./drivers/measure.ts";
export { type PlugInOptions, plugInDriver } from "./drivers/plug-in.ts";
export type { PlugIn } from "./drivers/plug-in-protocol.ts";
export { type PrintServiceOptions, printServiceDriver } from "./drivers/print-service.ts";
export {
  defaultAddress,
  type PairOptions,
  type PrintServiceJobs,
  type PrintServiceTexts,
  pair,
  printServiceJobs,
  type ServiceJob,
  type ServiceJobState,
} from "./drivers/print-service-api.ts";
export { type Bitmap, bitmapOf, pageBitmap } from "./file/bitmap.ts";
export { escPosOf, pageEscPos } from "./file/esc-pos.ts";
export type { FileFormat } from "./file/format.ts";
export { pagesPdf } from "./file/pdf.ts";
export { pagePng, type RasterOptions } from "./file/raster.ts";
export { pageZpl, zplOf } from "./file/zpl.ts";
export type { Code } from "./job/failure.ts";
export type { PrintOptions, PrintResult } from "./job/job.ts";
export { LabelPrinter, type LabelPrinterSettings } from "./job/label-printer.ts";
export type { LabelEvent, LabelReport, LabelState } from "./job/label-states.ts";
export type { ExternalRequest, InternalRequest, LabelDocument, PrintRequest } from "./job/request.ts";
export { decryptSegments, encryptSegment } from "./job/segments.ts";
export { checkFields, checkPage, type Fallbacks, type StrictOptions } from "./job/strict.ts";
export { pagesOf, type WireContent, type WireFile, type WireItem } from "./job/wire.ts";
export { code128, qrMatrix } from "./model/codes.ts";
export * from "./model/page.ts";
export { arrange, type PageType } from "./model/sheet.ts";
export { pageSvg, type SvgOptions } from "./model/svg.ts";
export { layoutText, type Measure, roughMeasure } from "./model/text-layout.ts";
export { randomId } from "./random-id.ts";
