import {
  AppError,
  codes,
  type Entity,
  errors,
  onWire,
  refusals,
  snake,
  wireIndex,
} from "@shotkeeper/contract/kernel";
import { DbError } from "./db/db.ts";

/** Error messages for violated constraints that have a special meaning, by name of the constraint. */
const byConstraint: Readonly<Record<string, AppError>> = {
  binding_one_counter: errors.moldAlreadyBound(),
  binding_one_mold: errors.counterAlreadyBound(),
  binding_order: errors.timesOverlap(),
  production_order_one_at_a_time: errors.invalidField("startTime"),
  device_mold_one_mold: errors.timesOverlap(),
  device_mold_one_device: errors.timesOverlap(),
  customer_order_step: errors.wrongState(),
  invoice_has_lines: errors.missingField(onWire("DT")),
  customer_order_receipt: errors.noVoucherPicture(),
  payment_file_content: errors.receiptUsed(""),
  customer_order_submitted: errors.orderAlreadySubmitted(),
  api_key_key_name: errors.duplicate("keyName"),
  cart_line_order_qty: errors.invalidField("qty"),
};

/**
 * Returns the wire name of the field that a constraint checks, or of the key if the constraint names no field.
 * Constraints are named <table>_<column>, because under row-level security the database reports only the constraint's
 * name.
 */
function wireOf(entity: Entity | undefined, constraint: string): string {
  if (!entity) return "";
  const { toWire } = wireIndex(entity.fields);
  const key = toWire.get(entity.key[0] ?? "");
  const table = snake(entity.name);
  if (constraint === `${table}_pkey` || !constraint.startsWith(`${table}_`)) return key ?? "";
  const name = constraint.slice(table.length + 1).replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase());
  return toWire.get(name) ?? key ?? "";
}

/** Returns whether the database was unavailable or too slow. The same work may then succeed later. */
export const isTemporary = (cause: unknown): boolean =>
  cause instanceof AppError ? cause.status === 503 : cause instanceof DbError && cause.state === "57014";

/** Returns whether an error means that the tenant has been removed from this installation (`app_set_tenant`). */
export const isRemoved = (cause: unknown): boolean => cause instanceof DbError && cause.state === "SK010";

/**
 * Translates a database error into an error for the caller. Unknown errors are returned unchanged and become internal
 * errors.
 */
export function meaningOf(cause: unknown, entity?: Entity): unknown {
  if (!(cause instanceof DbError)) return cause;
  const known = byConstraint[cause.constraint];
  if (known) return known;
  const field = wireOf(entity, cause.constraint);
  switch (cause.state) {
    case "SK010":
      return errors.sessionEnded();
    case "SK017":
      return errors.nothingUpdated();
    case "SK233":
      return errors.usedBy(cause.message);
    case "SK224":
      return errors.machineOccupied(cause.message);
    case "SK212":
      return errors.wrongState();
    case "SK202":
      return errors.unknownReference(cause.message);
    case "SK361":
      return errors.notPartner(cause.message);
    case "23505":
      return errors.duplicate(onWire(field));
    case "23503":
      return /^update or delete/.test(cause.message)
        ? new AppError(entity ? refusals.inUse(entity.wire) : { code: codes.inUse })
        : errors.unknownReference(onWire(field));
    case "23502":
      return errors.missingField(onWire(field));
    case "23514":
    case "23P01":
      return errors.timesOverlap();
    case "22001":
    case "22003":
    case "22007":
    case "22008":
    case "22P02":
    case "22021":
    case "22P05":
      return errors.invalidField(onWire(field));
    case "42501":
      return errors.forbidden();
    case "57014":
      return errors.tookTooLong();
    default:
      return cause;
  }
}
