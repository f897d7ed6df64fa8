import { printToPdf } from "@shotkeeper/contract/shop";
import { useAction, useClient } from "@shotkeeper/ui/app";

/** Opens a document in a new tab. The page fetches the file first, because a link would lack the session token. */
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
