import { AppError, type Entity, snake, wireIndex } from "@shotkeeper/contract/kernel";
import { DbError } from "./db/db.ts";

/** Constraints with a word of their own in the catalogue. */
const byConstraint: Readonly<Record<string, AppError>> = {
  binding_one_counter: new AppError("S0100"),
  binding_one_mold: new AppError("S0101"),
  binding_order: new AppError("S0218"),
  production_order_one_at_a_time: new AppError("S0200", "START_TIME"),
  device_mold_one_mold: new AppError("S0218"),
  device_mold_one_device: new AppError("S0218"),
  customer_order_step: new AppError("S0212"),
  customer_order_submitted: new AppError("S0306"),
};

/** Constraints are named <table>_<column>: under row-level security the database tells no more than the name. */
function wireOf(entity: Entity | undefined, constraint: string): string | undefined {
  if (!entity) return undefined;
  const { toWire } = wireIndex(entity.fields);
  const key = toWire.get(entity.key[0] ?? "");
  const table = snake(entity.name);
  if (constraint === `${table}_pkey` || !constraint.startsWith(`${table}_`)) return key;
  const name = constraint.slice(table.length + 1).replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
  return toWire.get(name) ?? key;
}

/** What a failure of the database means to the caller. Unknown ones stay what they are: an internal error. */
export function meaningOf(cause: unknown, entity?: Entity): unknown {
  if (!(cause instanceof DbError)) return cause;
  const known = byConstraint[cause.constraint];
  if (known) return known;
  const field = wireOf(entity, cause.constraint);
  switch (cause.state) {
    case "SK017":
      return new AppError("S0017");
    case "23505":
      return new AppError("S0029", field);
    case "23503":
      return /^update or delete/.test(cause.message)
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
