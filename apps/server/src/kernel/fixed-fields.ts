import { decodeAnswer, type Entity, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import type { TableImpl } from "./registry.ts";
import { type PageText, selectPage } from "./select.ts";
import type { InputRow } from "./write-sql.ts";

/** Compares a stored and a sent value. An instant has two forms: the database writes +00:00, a caller may write Z. */
function isSame(entity: Entity, name: string, stored: unknown, sent: unknown): boolean {
  const [a, b] = [stored ?? null, sent ?? null];
  if (a === b) return true;
  if (entity.fields[name]?.type === "time" && a !== null && b !== null)
    return Date.parse(String(a)) === Date.parse(String(b));
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Throws notWritable, with the field's name, if an update would change a field that only commands or the server write.
 * A caller may send back such a field with its stored value, unless the field is a secret. Rows that do not exist are
 * ignored here; the update itself fails.
 */
export async function requireFixedUnchanged(
  ctx: Ctx,
  t: TableImpl,
  rows: readonly { readonly row: InputRow; readonly fixed: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  const { entity } = t;
  const sent = rows.filter(({ fixed }) => Object.keys(fixed).length > 0);
  if (sent.length === 0) return;
  const statements = sent.map(({ row, fixed }) => {
    const names = Object.keys(fixed);
    const secret = names.find((n) => entity.fields[n]?.secret);
    if (secret !== undefined) throw errors.notWritable(secret);
    return selectPage(
      {
        source: t,
        fields: entity.fields,
        key: entity.key,
        names,
        where: entity.key.map((k) => ({
          field: k,
          operator: "EQ" as const,
          value: row[k] as string | number,
        })),
        sort: [],
        paging: { page: 1, limit: 1 },
      },
      ctx,
    );
  });
  const found = await ctx.db.run(ctx.who.tenantId, statements);
  for (const [i, { fixed }] of sent.entries()) {
    const page = found[i]?.[0] as PageText | undefined;
    const [wire] = JSON.parse(page?.list ?? "[]") as Record<string, unknown>[];
    if (!wire) continue;
    const stored = decodeAnswer(wire, entity.fields);
    for (const [name, sent] of Object.entries(fixed))
      if (!isSame(entity, name, stored[name], sent)) throw errors.notWritable(name);
  }
}
