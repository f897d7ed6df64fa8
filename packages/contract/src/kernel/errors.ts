import { type Fields, snake, wireName } from "./field.ts";
import { type MessageCode, type MessageDef, type MessageName, messages } from "./messages.ts";

/** A name that is already a wire name, such as `Data`. Error messages use such a name unchanged. */
export interface WireNamed {
  readonly wire: string;
}
export const onWire = (wire: string): WireNamed => ({ wire });

type Arguments<M extends MessageDef> = M extends { parameter: infer P }
  ? P extends "field"
    ? [field: string | WireNamed]
    : P extends "number"
      ? [value: number]
      : P extends "number?"
        ? [value?: number]
        : P extends "text"
          ? [text: string]
          : [text?: string | undefined]
  : [];

/**
 * A reason why an operation is not possible. Rules return a refusal; the server throws it as an error, and screens show
 * its text.
 */
export interface Refusal {
  readonly code: MessageCode;
  /** Value that replaces `%s` in the message's text. For a field: the field's default wire name. */
  readonly arg?: string | undefined;
}

/**
 * Maps a refusal to the name (camelCase) of the field that it is about. `withWireName` then finds the wire name that
 * the operation gives this field.
 */
const fieldsOfRefusals = new WeakMap<Refusal, string>();

function refusal(m: MessageDef, value: string | number | WireNamed | undefined): Refusal {
  if (value === undefined) return { code: m.code as MessageCode };
  if (typeof value === "object")
    return value.wire === ""
      ? { code: m.code as MessageCode }
      : { code: m.code as MessageCode, arg: value.wire };
  if (m.parameter !== "field") return { code: m.code as MessageCode, arg: String(value) };
  const made = { code: m.code as MessageCode, arg: snake(String(value)).toUpperCase() };
  fieldsOfRefusals.set(made, String(value));
  return made;
}

/** Returns the text of a refusal for the envelope's Msg: `S0029^MOLD_NO`. */
export const wireMessage = (r: Refusal): string => (r.arg === undefined ? r.code : `${r.code}^${r.arg}`);

/** Returns true if an error, refusal or answer has the code of one of the named messages. */
export function isMessage(e: { readonly code: string }, ...names: readonly MessageName[]): boolean {
  return names.some((name) => messages[name].code === e.code);
}

/** An error whose message is sent to the caller. Callers never see the text of other errors. */
export class AppError extends Error {
  readonly code: MessageCode;
  readonly arg: string | undefined;
  /** camelCase name of the field that the error is about; undefined if the error is not about a field. */
  readonly field: string | undefined;

  constructor(
    refused: Refusal,
    /**
     * HTTP status of the answer: 200 if a rule of the application refuses the request, otherwise an error status such
     * as 429 or 503.
     */
    readonly status = 200,
  ) {
    super(wireMessage(refused));
    this.name = "AppError";
    this.code = refused.code;
    this.arg = refused.arg;
    this.field = fieldsOfRefusals.get(refused);
  }

  /**
   * Returns an error that names the field by its wire name, as `fields` declares it. Returns this error unchanged if
   * the error is about no field of `fields`.
   */
  withWireName(fields: Fields): AppError {
    const own = this.field === undefined ? undefined : fields[this.field];
    if (!own || this.field === undefined) return this;
    return new AppError({ code: this.code, arg: wireName(this.field, own) }, this.status);
  }
}

type Makers<T> = { readonly [N in MessageName]: (...args: Arguments<(typeof messages)[N]>) => T };

const makersOf = <T>(make: (m: MessageDef, value: string | number | WireNamed | undefined) => T) =>
  Object.fromEntries(
    Object.entries(messages).map(([name, m]) => [
      name,
      (value?: string | number | WireNamed) => make(m, value),
    ]),
  ) as Makers<T>;

/** Creates refusals as values, for rules that server and screens share: `return refusals.wrongState()`. */
export const refusals: Makers<Refusal> = makersOf(refusal);

/** Creates refusals as errors: `throw errors.unknownReference("moldNo")`. */
export const errors: Makers<AppError> = makersOf((m, value) => new AppError(refusal(m, value), m.status));
