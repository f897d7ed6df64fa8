import { type Fields, snake, wireName } from "./field.ts";

/** Kind of value that replaces `%s` in a message text. A trailing "?" marks a parameter that may be absent. */
type Parameter = "field" | "text" | "number" | "text?" | "number?";

interface MessageDef {
  /**
   * Code of the message on the wire. Codes up to S0104 are from spec admin §8; this product's own codes begin at S0200.
   */
  readonly code: `S0${number}`;
  readonly parameter?: Parameter;
  /** HTTP status of the answer for failures of the transport. All other refusals answer with status 200. */
  readonly status?: number;
}

/**
 * All messages that an answer can carry, by name. Only this table contains the codes; other code uses the names.
 * packages/locales has the texts under the same names.
 */
export const messages = {
  wrongPassword: { code: "S0001" },
  wrongCaptcha: { code: "S0002" },
  unknownUser: { code: "S0003" },
  userDisabled: { code: "S0004" },
  licenceExpired: { code: "S0005" },
  loggedIn: { code: "S0006" },
  missingField: { code: "S0007", parameter: "field" },
  unknownType: { code: "S0008", parameter: "text?" },
  noToken: { code: "S0009" },
  sessionEnded: { code: "S0010" },
  nothingAdded: { code: "S0011" },
  done: { code: "S0012" },
  licenceLimitsInvalid: { code: "S0013" },
  unknownTable: { code: "S0014", parameter: "text" },
  unknownField: { code: "S0015", parameter: "field" },
  nothingDeleted: { code: "S0016" },
  nothingUpdated: { code: "S0017" },
  fetched: { code: "S0018" },
  suspiciousText: { code: "S0019" },
  forbidden: { code: "S0020" },
  tableNotAccessible: { code: "S0021", parameter: "text" },
  added: { code: "S0022" },
  updated: { code: "S0023" },
  deleted: { code: "S0024" },
  uploaded: { code: "S0025" },
  fileNotFound: { code: "S0026" },
  duplicate: { code: "S0029", parameter: "field" },
  wrongSerialNumber: { code: "S0030" },
  wrongCurrentPassword: { code: "S0031" },
  licenceFileInvalid: { code: "S0032" },
  configurationTooLong: { code: "S0033" },
  promptTooLong: { code: "S0034" },
  apkNotFound: { code: "S0035" },
  systemName: { code: "S0036" },
  loggedOut: { code: "S0037" },
  noPdf: { code: "S0038" },
  mailSent: { code: "S0039" },
  mailNotSent: { code: "S0040", parameter: "text?" },
  moldAlreadyBound: { code: "S0100" },
  counterAlreadyBound: { code: "S0101" },
  bindingExists: { code: "S0102" },
  weChatLoginFailed: { code: "S0103" },
  upgraded: { code: "S0104" },
  invalidField: { code: "S0200", parameter: "field" },
  inUse: { code: "S0201", parameter: "text" },
  unknownReference: { code: "S0202", parameter: "field" },
  tooManyAttempts: { code: "S0203", parameter: "number", status: 429 },
  tooManyRequests: { code: "S0204", parameter: "number?", status: 429 },
  requestTooLarge: { code: "S0205", status: 413 },
  malformedJson: { code: "S0206", status: 400 },
  notFound: { code: "S0207", status: 404 },
  unsupportedMediaType: { code: "S0208", status: 415 },
  internalError: { code: "S0209", parameter: "text", status: 500 },
  databaseUnavailable: { code: "S0210", status: 503 },
  alreadyCompleted: { code: "S0211" },
  wrongState: { code: "S0212" },
  changedMeanwhile: { code: "S0213" },
  notConfigured: { code: "S0214", parameter: "text" },
  quarantined: { code: "S0215", parameter: "text" },
  unknownCounter: { code: "S0216", parameter: "text" },
  counterRetired: { code: "S0217" },
  timesOverlap: { code: "S0218" },
  noCounterBound: { code: "S0219" },
  tooManyRows: { code: "S0220", parameter: "number" },
  fileTypeNotAllowed: { code: "S0221" },
  deferredTooOften: { code: "S0222", parameter: "number" },
  machineTooSmall: { code: "S0223", parameter: "number" },
  machineOccupied: { code: "S0224", parameter: "text" },
  moldAlreadyMounted: { code: "S0225", parameter: "text" },
  counterStillBound: { code: "S0226", parameter: "text" },
  differentPlants: { code: "S0227" },
  counterNotApproved: { code: "S0228", parameter: "text" },
  ownRequest: { code: "S0229" },
  replacementPending: { code: "S0230" },
  notWritable: { code: "S0231", parameter: "field" },
  nothingChanged: { code: "S0232" },
  usedBy: { code: "S0233", parameter: "text" },
  secondPerson: { code: "S0237" },
  activeIn: { code: "S0234", parameter: "text" },
  archived: { code: "S0235" },
  restored: { code: "S0236" },
  countDoesNotFit: { code: "S0238", parameter: "text" },
  previewTooLong: { code: "S0239" },
  ownAccount: { code: "S0240" },
  parameterOrder: { code: "S0241", parameter: "text" },
  otherOrderRunning: { code: "S0250", parameter: "text" },
  ownOrder: { code: "S0251" },
  splitTooLarge: { code: "S0252", parameter: "number" },
  moldCannotProduce: { code: "S0253" },
  taskAlreadyOpen: { code: "S0260", parameter: "text" },
  ownWork: { code: "S0261" },
  partDoesNotFit: { code: "S0262", parameter: "text" },
  partOutOfStock: { code: "S0263", parameter: "text" },
  onlyFinderJudges: { code: "S0264" },
  checklistIncomplete: { code: "S0265", parameter: "number" },
  deferredTooLong: { code: "S0266", parameter: "number" },
  moldsInOtherCount: { code: "S0280", parameter: "text" },
  noMoldInScope: { code: "S0281" },
  moldsNotFound: { code: "S0282", parameter: "number" },
  surplusNotJudged: { code: "S0283", parameter: "number" },
  moldInTrial: { code: "S0284", parameter: "text" },
  trialNotBegun: { code: "S0285" },
  trialWithoutResult: { code: "S0286" },
  newMoldTrial: { code: "S0287" },
  foreignRows: { code: "S0288" },
  menuMustStayOn: { code: "S0290" },
  scriptForbidden: { code: "S0291", parameter: "text" },
  scriptTimedOut: { code: "S0292", parameter: "number" },
  scriptFailed: { code: "S0293", parameter: "text" },
  scriptTooCostly: { code: "S0294" },
  unknownPlaceholder: { code: "S0295", parameter: "text" },
  webhookRefused: { code: "S0296", parameter: "text" },
  lastNoticeRule: { code: "S0297" },
  scriptResultTooLarge: { code: "S0298", parameter: "number" },
  noHostFactory: { code: "S0300" },
  noMagnet: { code: "S0301" },
  invoiceDataIncomplete: { code: "S0302" },
  priceChanged: { code: "S0303", parameter: "text" },
  outOfStock: { code: "S0304", parameter: "text" },
  notForSale: { code: "S0305", parameter: "text" },
  orderAlreadySubmitted: { code: "S0306" },
  voucherMonthsDiffer: { code: "S0307" },
  tooManyVouchers: { code: "S0308", parameter: "number" },
  noWaybillNumber: { code: "S0309" },
  invoiceNotUploaded: { code: "S0310" },
  nothingToSettle: { code: "S0311" },
  noVoucherPicture: { code: "S0312" },
  invalidConfiguration: { code: "S0313", parameter: "text" },
  orderNotInvoiceable: { code: "S0314", parameter: "text" },
  foreignHostFactory: { code: "S0315", parameter: "text" },
  onlyZip: { code: "S0330" },
  fileNameExists: { code: "S0331" },
  archiveDamaged: { code: "S0332" },
  carrierFailed: { code: "S0340", parameter: "text" },
  planDatesFixed: { code: "S0350" },
  planNotActive: { code: "S0351" },
  milestoneFirst: { code: "S0352", parameter: "text" },
  failedTrialFirst: { code: "S0353", parameter: "text" },
  failedNotConfirmed: { code: "S0354" },
  handoverIncomplete: { code: "S0355", parameter: "number" },
  signaturesMissing: { code: "S0356" },
  acceptanceShotsMissing: { code: "S0357", parameter: "number" },
  sameSignatory: { code: "S0358" },
  datesOutOfOrder: { code: "S0359", parameter: "field" },
  onlyNewMolds: { code: "S0360" },
  notAReading: { code: "S0370" },
  storageFull: { code: "S0380", parameter: "number" },
  apiKeyInvalid: { code: "S0390" },
  apiKeyExpired: { code: "S0391" },
  apiKeyAddress: { code: "S0392", parameter: "text" },
  scopeNotHeld: { code: "S0393", parameter: "text" },
  keyRevoked: { code: "S0394" },
  apiKeyBlocked: { code: "S0395" },
  secondStep: { code: "S0420" },
  wrongCode: { code: "S0421" },
  stepExpired: { code: "S0422" },
  secondFactorRequired: { code: "S0423" },
  passkeyRefused: { code: "S0424" },
  signInAgain: { code: "S0425" },
  ssoRequired: { code: "S0426" },
  ssoFailed: { code: "S0427", parameter: "text" },
  ssoNoUser: { code: "S0428" },
  ssoNoRole: { code: "S0429" },
  ssoOff: { code: "S0430" },
  tooBusy: { code: "S0410", status: 503 },
  passwordTooShort: { code: "S0411", parameter: "number" },
  passwordTooCommon: { code: "S0412" },
  passwordUsedBefore: { code: "S0413", parameter: "number" },
  passwordContainsUser: { code: "S0414" },
  passwordChangeRequired: { code: "S0415" },
  resetLinkInvalid: { code: "S0416" },
} as const satisfies Readonly<Record<string, MessageDef>>;

export type MessageName = keyof typeof messages;
export type MessageCode = (typeof messages)[MessageName]["code"];

/** Code of each message by name: `codes.wrongState` is "S0212". */
export const codes = Object.fromEntries(Object.entries(messages).map(([name, m]) => [name, m.code])) as {
  readonly [N in MessageName]: (typeof messages)[N]["code"];
};

export const messageNames = Object.keys(messages) as readonly MessageName[];
export const messageCodes: readonly MessageCode[] = messageNames.map((name) => messages[name].code);

const nameOf = new Map<string, string>(Object.entries(messages).map(([name, m]) => [m.code, name]));

/**
 * Returns the name of a message by its code, for example "wrongState" for "S0212". Returns undefined for an unknown
 * code.
 */
export function messageName(code: string): MessageName | undefined {
  return nameOf.get(code) as MessageName | undefined;
}

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
    /** HTTP status of the answer: 200 for business failures, an error status for failures of the transport. */
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
