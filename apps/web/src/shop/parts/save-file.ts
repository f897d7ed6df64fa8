import { printToPdf } from "@shotkeeper/contract/shop";
import { useClient, useFailure, useLocale } from "@shotkeeper/ui/app";
import { saveBlob } from "../../save-blob.ts";

/** Returns a function that downloads a file of the server, given its path, and saves it under a name. */
export function useSaveFile(): (path: string, name: string) => Promise<void> {
  const client = useClient();
  const fail = useFailure();
  return async (path, name) => {
    try {
      saveBlob(await client.file(path), name);
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
