/** Spec admin §8, word for word in the catalogue of each locale (packages/locales). */
export const specCodes = [
  "S0001",
  "S0002",
  "S0003",
  "S0004",
  "S0005",
  "S0006",
  "S0007",
  "S0008",
  "S0009",
  "S0010",
  "S0011",
  "S0012",
  "S0013",
  "S0014",
  "S0015",
  "S0016",
  "S0017",
  "S0018",
  "S0019",
  "S0020",
  "S0021",
  "S0022",
  "S0023",
  "S0024",
  "S0025",
  "S0026",
  "S0029",
  "S0030",
  "S0031",
  "S0032",
  "S0033",
  "S0034",
  "S0035",
  "S0036",
  "S0037",
  "S0038",
  "S0039",
  "S0040",
  "S0100",
  "S0101",
  "S0102",
  "S0103",
  "S0104",
] as const;

/** Our own, where the specification has no word. The comment is the meaning; the texts are in the locales. */
export const ownCodes = [
  "S0200", // the value of %s is not valid
  "S0201", // %s is used elsewhere and cannot be deleted
  "S0202", // %s refers to something that does not exist
  "S0203", // too many attempts; wait %s minutes
  "S0204", // too many requests
  "S0205", // the request is too large
  "S0206", // the request is not valid JSON
  "S0207", // not found
  "S0208", // the media type is not supported
  "S0209", // internal error; quote %s
  "S0210", // the database is not reachable at the moment; nothing was lost, try again
  "S0211", // selection includes completed items (spec admin §4)
  "S0212", // this step is not allowed in the present state
  "S0213", // the record was changed by somebody else in the meantime
  "S0214", // %s is not configured
  "S0215", // the reading was held in quarantine: %s
  "S0216", // unknown counter %s
  "S0217", // the counter is retired or not valid
  "S0218", // binding times overlap or end before they begin
  "S0219", // this mold has no counter bound
  "S0220", // too many rows at once; at most %s
  "S0221", // the file type is not allowed
  "S0222", // deferred too often: at most %s times
  "S0223", // the mold needs a machine of %s t; give the reason
  "S0224", // mold %s is on this machine
  "S0225", // the mold is on machine %s
  "S0226", // %s is still bound; unbind it first
  "S0227", // the mold and the machine are at different plants
  "S0228", // the registration of counter %s has not been passed
  "S0229", // somebody else than who asked says yes or no
  "S0230", // a replacement of this mold's counter waits for an answer already
  "S0240", // nobody does this to his own account or role
  "S0241", // the value is out of order with parameter %s
  "S0250", // order %s is running on this mold
  "S0251", // somebody else than who submitted it audits an order
  "S0252", // at most %s shots can be split off
  "S0280", // molds of this scope are in count %s, which is not closed yet
  "S0281", // there is no mold in this scope
  "S0282", // %s molds have not been found; say that they are missing
  "S0283", // %s surplus molds have not been judged
  "S0284", // the mold is in trial %s
  "S0285", // the trial has not begun
  "S0286", // the trial has no result yet
  "S0287", // new molds are tried under new-mold management
  "S0350", // the plan is approved: its milestones are planned anew, the first plan stays
  "S0351", // the plan is not approved, or does not go on
  "S0352", // milestone %s comes first
  "S0353", // trial %s failed; the next one comes first
  "S0354", // what failed is sent back, not confirmed
  "S0355", // %s things of the handover pack are missing
  "S0356", // both sides sign first
  "S0357", // the mold has not made the %s shots of the contract yet
  "S0358", // nobody signs for both sides
  "S0359", // the days are out of order: %s
  "S0360", // only new molds have such a plan
  "S0260", // the mold has this open task already: %s
  "S0261", // somebody else than who did the work accepts it
  "S0262", // part %s does not fit this mold
  "S0263", // there is not so much of part %s
  "S0264", // who found it judges whether it is solved
  "S0295", // the text asks for %s, which these notices do not have
  "S0296", // the webhook did not accept it: %s
  "S0297", // the last rule of its type is switched off, not deleted
  "S0300", // no host factory was chosen
  "S0301", // no magnet was chosen
  "S0302", // the customer's invoice information is not complete
  "S0303", // the price changed in the meantime: %s
  "S0304", // there is not so much left of %s
  "S0305", // %s is not sold any more
  "S0306", // a submitted order is not deleted
  "S0307", // one voucher pays for orders of one month
  "S0308", // at most %s vouchers
  "S0309", // there is no waybill number
  "S0310", // the invoice has not been uploaded
  "S0311", // nothing was chosen to settle
  "S0312", // no picture of a voucher was chosen
  "S0313", // %s cannot be configured so
  "S0314", // order %s cannot be invoiced
  "S0315", // the host factory %s is not one of the customer's
  "S0290", // the menu's own screen stays open to everybody who has the right
  "S0291", // a script may not use %s
  "S0292", // the script was stopped after %s seconds
  "S0293", // the script failed: %s
  "S0294", // the script would take too long for the embedded database
  "S0330", // only .zip files can be uploaded (spec admin §5)
  "S0331", // the file name already exists (spec admin §5)
  "S0340", // the carrier did not answer the question: %s
  "S0332", // the archive is damaged, encrypted or not safe to unpack
  "S0298", // the script's answer is larger than %s MB
] as const;

export type ErrorCode = (typeof specCodes)[number] | (typeof ownCodes)[number];
export const errorCodes: readonly ErrorCode[] = [...specCodes, ...ownCodes];

/** A failure a caller may see. `arg` takes the place of %s in the text of the code. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly arg?: string,
    /** HTTP status for failures of transport; business failures answer 200. */
    readonly status = 200,
  ) {
    super(arg === undefined ? code : `${code}^${arg}`);
    this.name = "AppError";
  }
}
