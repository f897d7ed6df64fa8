import { isTaxpayerId } from "@shotkeeper/contract/customer";
import { errors, onWire, type RowOf } from "@shotkeeper/contract/kernel";
import {
  applicationStat,
  companyApplication,
  licencePart,
  type signUpFields,
} from "@shotkeeper/contract/shop";
import { userStatus } from "@shotkeeper/contract/system";
import type { Client } from "../client.ts";
import { type CallerDb, DbError, type Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { StoredFile } from "../files/file-store.ts";
import { logEntry } from "../log.ts";
import { correctionKeys, countAttempt, signUpKeys } from "./attempts.ts";
import { type CaptchaAnswer, spendCaptcha } from "./captcha.ts";
import { hashNewPassword } from "./password-policy.ts";
import { findStep } from "./second-factor/admission.ts";
import { hasSimilarId } from "./typed-name.ts";

/** Facts about a company that its applicant enters. */
export type Company = RowOf<typeof signUpFields>;

/** Picture of a business licence. The picture is stored as a file, but has no row in the database yet. */
export type Licence = StoredFile & { readonly name: string };

const { waiting, refused } = applicationStat.values;

/** Returns the log-in name of an applicant: the mail address in small letters. */
const applicantId = ({ mail }: Company): string => mail.toLowerCase();

/** Errors by unique index. An index is violated if two people sign up the same company at the same time. */
const taken: Readonly<Record<string, () => Error>> = {
  company_application_taxpayer_id: () => errors.companyKnown(onWire("SOCIAL_CODE")),
  company_application_cust_name: () => errors.companyKnown(onWire("CUST_NAME")),
  company_application_user_id: () => errors.duplicate(onWire("E_MAIL")),
  user_pkey: () => errors.duplicate(onWire("E_MAIL")),
  user_user_id: () => errors.duplicate(onWire("E_MAIL")),
};

/**
 * Throws if the company is a customer already, or if another sign-up of the company waits for a decision. Reveals
 * nothing else about other companies. `own` is the id of the applicant's own sign-up.
 */
async function requireNewCompany(db: CallerDb, tenantId: number, c: Company, own: number): Promise<void> {
  if (!isTaxpayerId(c.taxpayerId)) throw errors.invalidField(onWire("SOCIAL_CODE"));
  const [rows] = await db.run(tenantId, [
    sql<{ isTaxpayer: boolean | null; isName: boolean | null }>`
      select bool_or(x.taxpayer_id = ${c.taxpayerId}) as "isTaxpayer",
        bool_or(lower(x.cust_name) = lower(${c.custName})) as "isName"
      from (
        select taxpayer_id, cust_name
        from customer
        where tenant_id = ${tenantId}
          and (taxpayer_id = ${c.taxpayerId} or lower(cust_name) = lower(${c.custName}))
        union all
        select taxpayer_id, cust_name
        from company_application
        where tenant_id = ${tenantId} and application_stat = ${waiting} and application_id <> ${own}
      ) x
    `,
  ]);
  if (rows[0]?.isTaxpayer) throw errors.companyKnown(onWire("SOCIAL_CODE"));
  if (rows[0]?.isName) throw errors.companyKnown(onWire("CUST_NAME"));
}

/**
 * Throws if the picture belongs to another company or is a document of the tenant. Pictures are compared by content.
 */
async function requireOwnLicence(tx: Tx, { sha256 }: Licence, own: number): Promise<void> {
  const used = await tx.query(sql`
    select 1
    from file_info
    where tenant_id = ${tx.tenantId}
      and file_code = ${sha256}
      and owner_table is not null
      and not (owner_table = ${companyApplication.wire} and owner_id = ${String(own)})
    limit 1
  `);
  if (used.length > 0) throw errors.licenceUsed();
}

async function attachLicence(tx: Tx, id: number, userId: string, f: Licence, at: Date): Promise<void> {
  await requireOwnLicence(tx, f, id);
  await tx.query(sql`
    insert into file_info (
      tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id, owner_part,
      is_draft, file_code, created_by, created_date, updated_by, updated_date
    )
    values (
      ${tx.tenantId}, ${f.id}, ${f.name}, ${`/files/${f.id}`}, ${f.size}, ${f.type.mediaType},
      ${companyApplication.wire}, ${String(id)}, ${licencePart}, false, ${f.sha256}, ${userId}, ${at}, ${userId},
      ${at}
    )
  `);
}

/** Runs the work of a sign-up. Translates violations of unique indexes into errors for the applicant. */
async function inTransaction<T>(db: CallerDb, tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.tx(tenantId, work);
  } catch (cause) {
    const meaning = cause instanceof DbError && cause.state === "23505" ? taken[cause.constraint] : undefined;
    throw meaning ? meaning() : cause;
  }
}

export interface SignUp {
  readonly tenantId: number;
  readonly company: Company;
  readonly client: Client;
}

/**
 * Checks a sign-up before its file is received, and returns the hash of the password. Counts the attempt and consumes
 * the captcha before an error can reveal whether the company or the user exists.
 */
export async function beginSignUp(
  db: CallerDb,
  s: SignUp & { readonly password: string; readonly captcha: CaptchaAnswer },
  now: number,
  bypass: string | undefined,
): Promise<string> {
  await spendCaptcha(db, now, s.captcha, bypass);
  await countAttempt(db, now, signUpKeys(s.client.address));
  await requireNewCompany(db, s.tenantId, s.company, 0);
  const userId = applicantId(s.company);
  const [known] = await db.run(s.tenantId, [
    sql<{ isTaken: boolean }>`select ${hasSimilarId(s.tenantId, [userId])} as "isTaken"`,
  ]);
  if (known[0]?.isTaken) throw errors.duplicate(onWire("E_MAIL"));
  return hashNewPassword(db, { tenantId: s.tenantId, userId }, s.password);
}

/** Stores a company that signed up, and its user. Returns the log-in name. */
export async function storeSignUp(
  db: CallerDb,
  { tenantId, company: c, client }: SignUp,
  hash: string,
  licence: Licence,
  now: number,
): Promise<string> {
  const userId = applicantId(c);
  const at = new Date(now);
  await inTransaction(db, tenantId, async (tx) => {
    const [made] = await tx.query(sql<{ id: number }>`
      insert into company_application (
        tenant_id, cust_name, taxpayer_id, contact, phone, mail, application_stat, user_id, applied_at,
        created_by, created_date, updated_by, updated_date
      )
      values (
        ${tenantId}, ${c.custName}, ${c.taxpayerId}, ${c.contact}, ${c.phone}, ${c.mail}, ${waiting}, ${userId},
        ${at}, ${userId}, ${at}, ${userId}, ${at}
      )
      returning application_id as id
    `);
    const id = made?.id ?? 0;
    await tx.query(sql`
      insert into "user" (
        tenant_id, user_id, user_name, status, phone, mail, password_hash, must_change_password, created_by,
        created_date, updated_by, updated_date
      )
      values (
        ${tenantId}, ${userId}, ${c.contact}, ${userStatus.values.applicant}, ${c.phone}, ${c.mail}, ${hash},
        false, ${userId}, ${at}, ${userId}, ${at}
      )
    `);
    await attachLicence(tx, id, userId, licence, at);
    const entry = { tenantId, at: now, userId, target: companyApplication.wire, key: String(id), client };
    await tx.query(logEntry({ ...entry, action: "insert", after: { ...c } }));
  });
  return userId;
}

/** A company's sign-up, as its applicant sees it. */
export interface OwnApplication extends Company {
  readonly applicationId: number;
  readonly userId: string;
  readonly tenantId: number;
  readonly applicationStat: number;
  readonly appliedAt: string;
  readonly judgeReason: string | null;
}

/**
 * Returns the sign-up of the applicant to whom a log-in's ticket belongs. Throws stepExpired (S0422) for a ticket that
 * is not valid.
 */
export async function ownApplication(db: CallerDb, ticket: string, now: number): Promise<OwnApplication> {
  const { tenantId, userId } = await findStep(db, ticket, "apply", now);
  const [rows] = await db.run(tenantId, [
    sql<OwnApplication>`
      select
        application_id as "applicationId", user_id as "userId", tenant_id as "tenantId", cust_name as "custName",
        taxpayer_id as "taxpayerId", contact, phone, mail, application_stat as "applicationStat",
        applied_at as "appliedAt", judge_reason as "judgeReason"
      from company_application
      where tenant_id = ${tenantId} and user_id = ${userId}
    `,
  ]);
  const found = rows[0];
  if (!found) throw errors.stepExpired();
  return found;
}

/**
 * Throws unless the applicant may hand in the corrected sign-up. The mail address is the log-in name and cannot be
 * changed. Counts the attempt before an error can reveal whether the company is known.
 */
export async function beginCorrection(
  db: CallerDb,
  own: OwnApplication,
  { company, client }: Pick<SignUp, "company" | "client">,
  now: number,
): Promise<void> {
  if (own.applicationStat !== refused) throw errors.wrongState();
  if (applicantId(company) !== own.userId) throw errors.notWritable(onWire("E_MAIL"));
  await countAttempt(db, now, correctionKeys(own.tenantId, own.applicationId, client.address));
  await requireNewCompany(db, own.tenantId, company, own.applicationId);
}

/** Hands in a refused sign-up again. Without a new picture, the stored business licence stays. */
export async function storeCorrection(
  db: CallerDb,
  own: OwnApplication,
  { company: c, client }: Pick<SignUp, "company" | "client">,
  licence: Licence | undefined,
  now: number,
): Promise<void> {
  const { tenantId, userId, applicationId } = own;
  const at = new Date(now);
  await inTransaction(db, tenantId, async (tx) => {
    const changed = await tx.query(sql`
      update company_application
      set
        cust_name = ${c.custName}, taxpayer_id = ${c.taxpayerId}, contact = ${c.contact}, phone = ${c.phone},
        application_stat = ${waiting}, applied_at = ${at}, judge_reason = null, judged_at = null,
        judged_by = null, updated_by = ${userId}, updated_date = ${at}
      where tenant_id = ${tenantId}
        and application_id = ${applicationId}
        and application_stat = ${refused}
      returning 1
    `);
    if (changed.length === 0) throw errors.wrongState();
    await tx.query(sql`
      update "user"
      set user_name = ${c.contact}, phone = ${c.phone}, updated_by = ${userId}, updated_date = ${at}
      where tenant_id = ${tenantId} and user_id = ${userId}
    `);
    if (licence) await attachLicence(tx, applicationId, userId, licence, at);
    const entry = {
      tenantId,
      at: now,
      userId,
      target: companyApplication.wire,
      key: String(applicationId),
      client,
    };
    await tx.query(logEntry({ ...entry, action: "update", after: { ...c } }));
  });
}
