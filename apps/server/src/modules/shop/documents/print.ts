import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { customer } from "@shotkeeper/contract/customer";
import { AppError } from "@shotkeeper/contract/kernel";
import { customerOrder, documentType, printToPdf, shipment } from "@shotkeeper/contract/shop";
import { type LocaleCode, localeCodes } from "@shotkeeper/locales/server";
import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import type { FileStore } from "../../../kernel/files/file-store.ts";
import { safeName } from "../../../kernel/files/file-types.ts";
import { type CommandImpl, handle } from "../../../kernel/registry.ts";
import { orderContent } from "./document-content.ts";
import { documentDefinition } from "./document-layout.ts";
import { logoOf } from "./logo.ts";
import { pdfOf } from "./pdf.ts";
import { shipmentContent } from "./shipment-content.ts";
import { statementContent } from "./statement-content.ts";
import { documentTexts } from "./texts.ts";

/** Returns the document of an order, or the delivery note of a shipment, with the row to which the PDF file belongs. */
async function ofOrder(ctx: Ctx, docType: number, docCode: string, language: LocaleCode) {
  const isNote = docType === documentType.deliveryNote;
  const note = isNote ? await shipmentContent(ctx, docCode, language) : undefined;
  if (note) return { content: note, table: shipment.wire, owner: docCode };
  const content = await orderContent(ctx, docType, docCode, language);
  return { content, table: customerOrder.wire, owner: docCode };
}

/**
 * Returns the commands that make PDF documents. A document with the same content hash as a stored file is not made
 * again.
 */
export function documentCommands(store: FileStore): readonly CommandImpl[] {
  return [
    handle(printToPdf, async (ctx, { docCode, docType, language: wanted }) => {
      // Uses simplified Chinese if the caller names no language or an unknown one.
      const language = localeCodes.find((code) => code === wanted) ?? "zh_CN";
      // A statement is attached to its customer, the delivery note of a shipment to the shipment, and any other
      // document to its order. Users who may read that row may read the document.
      const { content, table, owner } =
        docType === documentType.statement
          ? await statementContent(ctx, docCode, language).then((s) => ({
              ...s,
              table: customer.wire,
              owner: s.custId,
            }))
          : await ofOrder(ctx, docType, docCode, language);
      const document = { ...content, logo: await logoOf(ctx, store) };
      const { tenantId, userId } = ctx.who;
      const part = `PDF${docType}`;
      const hash = createHash("sha256").update(JSON.stringify(document)).digest("hex");
      const fileName = safeName(
        `${documentTexts[language].kinds[docType]?.fileName ?? ""}-${document.documentNo.replace(/\s/g, "-")}.pdf`,
      );
      const [[stored]] = await ctx.db.run(tenantId, [
        sql<{ file_path: string }>`
          select file_path
          from file_info
          where tenant_id = ${tenantId}
            and owner_table = ${table}
            and owner_id = ${owner}
            and owner_part = ${part}
            and file_code = ${hash}
          limit 1
        `,
      ]);
      if (stored) return { pdfPath: stored.file_path, fileName };
      // If the document cannot be rendered with its logo, renders it without the logo.
      const bytes = await pdfOf(documentDefinition(document)).catch((cause: unknown) => {
        if (document.logo === null || cause instanceof AppError) throw cause;
        return pdfOf(documentDefinition(content));
      });
      const file = await store.write(tenantId, fileName, Readable.from([bytes]));
      const pdfPath = `/files/${file.id}`;
      const at = new Date(ctx.now);
      await ctx.db.run(tenantId, [
        sql`
          insert into file_info (
            tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id,
            owner_part, file_code, created_by, created_date, updated_by, updated_date
          )
          values (
            ${tenantId}, ${file.id}, ${fileName}, ${pdfPath}, ${file.size}, ${file.type.mediaType},
            ${table}, ${owner}, ${part}, ${hash}, ${userId}, ${at}, ${userId}, ${at}
          )
        `,
      ]);
      return { pdfPath, fileName };
    }),
  ];
}
