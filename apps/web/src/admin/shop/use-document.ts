import { printToPdf } from "@shotkeeper/contract/shop";
import { useAction, useClient } from "@shotkeeper/ui/app";

/** Opens a paper that the server makes; its content is fetched with the log-in, which an address alone does not carry. */
export function usePaper(): (docCode: string, docType: number) => Promise<void> {
  const client = useClient();
  const act = useAction();
  return async (docCode, docType) => {
    await act(async () => {
      const made = await client.run(printToPdf, { docCode, docType });
      const url = URL.createObjectURL(await client.file(made.PdfPath));
      window.open(url, "_blank", "noopener");
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
  };
}
