import { printToPdf } from "@shotkeeper/contract/shop";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { saveBlob } from "../../save-blob.ts";

/**
 * Returns a function that downloads a document under its name. The function fetches the file, because a link cannot
 * send the session's token.
 */
export function useDocument(): (docCode: string, docType: number) => Promise<void> {
  const client = useClient();
  const act = useAction();
  const { code: language } = useLocale();
  return async (docCode, docType) => {
    await act(async () => {
      const { pdfPath, fileName } = await client.run(printToPdf, { docCode, docType, language });
      saveBlob(await client.file(pdfPath), fileName);
    });
  };
}
