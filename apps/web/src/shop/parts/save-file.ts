import { printToPdf } from "@shotkeeper/contract/shop";
import { useClient, useFailure, useLocale } from "@shotkeeper/ui/app";
import { saveBlob } from "../../save-blob.ts";

/** Endings of files by their media type. */
const endings: Readonly<Record<string, string>> = { "application/pdf": ".pdf", "application/ofd": ".ofd" };

/**
 * Returns a function that downloads the file at `path` and saves it as `name` with the file extension of its media
 * type.
 */
export function useSaveFile(): (path: string, name: string) => Promise<void> {
  const client = useClient();
  const fail = useFailure();
  return async (path, name) => {
    try {
      const blob = await client.file(path);
      saveBlob(blob, `${name}${endings[blob.type] ?? ""}`);
    } catch (cause) {
      fail(cause);
    }
  };
}

/** Returns a function that downloads a document as a PDF file: a document of an order, or a monthly statement. */
export function useDocument(): (docCode: string, docType: number) => Promise<void> {
  const client = useClient();
  const fail = useFailure();
  const { code: language } = useLocale();
  return async (docCode, docType) => {
    try {
      const { pdfPath, fileName } = await client.run(printToPdf, { docCode, docType, language });
      saveBlob(await client.file(pdfPath), fileName);
    } catch (cause) {
      fail(cause);
    }
  };
}
