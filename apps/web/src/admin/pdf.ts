import fontUrl from "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf?url";
import { saveBlob } from "../save-blob.ts";

/** Subset of pdfmake's document format that can be sent to a worker: plain data without functions. */
export type PdfContent = string | { readonly [key: string]: unknown };
export interface PdfDocument {
  readonly content: readonly PdfContent[];
  /** Page footer; %n is the page number and %t the number of pages. */
  readonly pageLabel: string;
  readonly [key: string]: unknown;
}
export interface PdfJob {
  readonly document: PdfDocument;
  readonly fontUrl: string;
}
export type PdfAnswer = { readonly pdf: ArrayBuffer } | { readonly error: string };

/** Makes a PDF in a worker. The worker loads the library and a font (10 MB) only when a PDF is made. */
function makePdf(document: PdfDocument): Promise<ArrayBuffer> {
  const worker = new Worker(new URL("./pdf.worker.ts", import.meta.url), { type: "module" });
  return new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = (e: MessageEvent<PdfAnswer>) =>
      "pdf" in e.data ? resolve(e.data.pdf) : reject(new Error(e.data.error));
    worker.onerror = (e) => reject(new Error(e.message));
    const job: PdfJob = { document, fontUrl: new URL(fontUrl, location.href).href };
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}

export async function savePdf(name: string, document: PdfDocument): Promise<void> {
  saveBlob(new Blob([await makePdf(document)], { type: "application/pdf" }), name);
}
