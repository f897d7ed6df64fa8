import { AppError, type Entity, wireIndex } from "@shotkeeper/contract/kernel";
import { DbError } from "./db/db.ts";

/** Constraints with a word of their own in the catalogue. */
const byConstraint: Readonly<Record<string, AppError>> = {
  binding_one_counter: new AppError("S0100"),
  binding_one_mold: new AppError("S0101"),
  binding_order: new AppError("S0218"),
};

/** `Key (tenant_id, oem_id)=(1, X)` → the last column named. */
function columnOf(detail: string): string | undefined {
  return /^Key \(([^)]*)\)/.exec(detail)?.[1]?.split(",").pop()?.trim();
}

function wireOf(entity: Entity | undefined, column: string | undefined): string | undefined {
  if (!entity || !column) return undefined;
  const name = column.replace(/"/g, "").replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
  return wireIndex(entity.fields).toWire.get(name);
}

/** What a failure of the database means to the caller. Unknown ones stay what they are: an internal error. */
export function meaningOf(cause: unknown, entity?: Entity): unknown {
  if (!(cause instanceof DbError)) return cause;
  const known = byConstraint[cause.constraint];
  if (known) return known;
  const field = wireOf(entity, columnOf(cause.detail));
  switch (cause.state) {
    case "SK017":
      return new AppError("S0017");
    case "23505":
      return new AppError(
        "S0029",
        field ?? (entity ? wireIndex(entity.fields).toWire.get(entity.key[0] ?? "") : undefined),
      );
    case "23503":
      return /is still referenced/.test(cause.detail)
        ? new AppError("S0201", entity?.wire)
        : new AppError("S0202", field);
    case "23502":
      return new AppError("S0007", field);
    case "23514":
    case "23P01":
      return new AppError("S0218");
    case "22001":
    case "22003":
    case "22007":
    case "22008":
    case "22P02":
    case "22021":
    case "22P05":
      return new AppError("S0200", field);
    case "42501":
      return new AppError("S0020");
    case "57014":
      return new AppError("S0210", undefined, 503);
    default:
      return cause;
  }
}
