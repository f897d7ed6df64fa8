/**
 * Returns the name of the constraint that an error of the database reports. Citus appends the number of the shard to
 * the name. If another node reported the error, only its message contains the name.
 */
export function constraintName(e: { readonly constraint?: string; readonly message: string }): string {
  const name = e.constraint ?? /constraint "([^"]+)"/.exec(e.message)?.[1] ?? "";
  return name.replace(/_\d{6,}$/, "");
}
