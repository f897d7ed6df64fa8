import { printToPdf } from "@shotkeeper/contract/shop";
import { useAction, useClient } from "@shotkeeper/ui/app";

/**
 * Returns a function that opens a document in a new tab. The function fetches the file, because a link cannot send the
 * session's token.
 */
export function useDocument(): (docCode: string, docType: number) => Promise<void> {
  const client = useClient();
  const act = useAction();
  return async (docCode, docType) => {
    await act(async () => {
      const { pdfPath } = await client.run(printToPdf, { docCode, docType });
      const url = URL.createObjectURL(await client.file(pdfPath));
      window.open(url, "_blank", "noopener");
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
  };
}
