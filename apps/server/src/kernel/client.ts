/** Network address and program of a caller, for the system log. */
export interface Client {
  readonly address: string;
  /** User agent, at most 200 characters. */
  readonly device: string;
}
