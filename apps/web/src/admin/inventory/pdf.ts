import fontUrl from "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf?url";
import { saveBlob } from "../../save-blob.ts";

/** As much of pdfmake's documents as is sent to the worker: plain data, without functions. */
export type PdfContent = string | { readonly [key: string]: unknown };
export interface PdfDocument {
  readonly content: readonly PdfContent[];
  /** The foot of each page, with %n for its number and %t for how many there are. */
  readonly pageLabel: string;
  readonly [key: string]: unknown;
}
export interface PdfJob {
  readonly document: PdfDocument;
  readonly fontUrl: string;
}
export type PdfAnswer = { readonly pdf: ArrayBuffer } | { readonly error: string };

/** Makes a PDF beside the page: the writer and its font of ten megabytes are loaded when the first one is asked for. */
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
