/** Quantities that the user has typed and that are not saved yet, by the id of the cart line. */
type TypedQuantities = ReadonlyMap<number, number>;

/**
 * Returns the typed quantities without the one that was just saved. Keeps the quantity of the line if the user has
 * changed it again while the save was running.
 */
export const withoutSaved = (typed: TypedQuantities, cartId: number, saved: number): TypedQuantities =>
  typed.get(cartId) === saved ? new Map([...typed].filter(([id]) => id !== cartId)) : typed;
