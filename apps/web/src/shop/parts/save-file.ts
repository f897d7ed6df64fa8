import { printToPdf } from "@shotkeeper/contract/shop";
import { useClient, useFailure } from "@shotkeeper/ui/app";
import { saveBlob } from "../../save-blob.ts";

/** Downloads what the server keeps. */
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

/** A paper of an order or a statement, made by the server. */
export function usePaper(): (docCode: string, docType: number) => Promise<void> {
  const client = useClient();
  const fail = useFailure();
  return async (docCode, docType) => {
    try {
      const made = await client.run(printToPdf, { docCode, docType });
      saveBlob(await client.file(made.PdfPath), made.FILE_NAME);
    } catch (cause) {
      fail(cause);
    }
  };
}
