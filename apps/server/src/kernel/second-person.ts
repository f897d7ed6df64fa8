import {
  AppError,
  type Command,
  refuseSecondPerson,
  type SecondPersonRule,
  secondPersonRule,
  snake,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import type { Tx } from "./db/db.ts";
import { type Sql, sql } from "./db/sql.ts";
import { logInto } from "./log.ts";
import { mayStepAlone } from "./one-person.ts";
import { inOneTransaction } from "./one-transaction.ts";

type Params = Readonly<Record<string, unknown>>;

/**
 * Selects the rows that the inputs of a command name: their keys, and the users who did the earlier step of the
 * document (`notBy`).
 */
function earlierSteps(ctx: Ctx, { entity, match, notBy }: SecondPersonRule, params: Params): Sql {
  const column = (name: string) => sql`t.${sql.id(snake(name))}`;
  const keys = Object.keys(match).map((name) => sql`${column(name)}::text`);
  const conditions = Object.entries(match).map(([name, input]) => {
    const value = params[input];
    // Casts the values to the type of the column, so that the database uses the column's index.
    const type = sql.raw(entity.fields[name]?.type === "int" ? "bigint[]" : "text[]");
    return sql`${column(name)} = any(${(Array.isArray(value) ? value : [value]).map(String)}::${type})`;
  });
  return sql`
    select concat_ws('/', ${sql.join(keys)}) as key, ${sql.join(notBy.map(column))}
    from ${sql.id(snake(entity.name))} t
    where t.tenant_id = ${ctx.who.tenantId} and ${sql.join(conditions, " and ")}
  `;
}

/**
 * Throws if the caller did an earlier step of a document that the command concerns. In an organization with only one
 * enabled user, the tenant's parameter ONE_PERSON_STEPS may allow both steps. The log then records this.
 */
async function requireSecondPerson(
  ctx: Ctx,
  tx: Tx,
  command: Command,
  rule: SecondPersonRule,
  params: Params,
): Promise<void> {
  const { tenantId, userId } = ctx.who;
  const rows = (await tx.query(earlierSteps(ctx, rule, params))).map((row) => ({
    key: String(row.key),
    users: Object.fromEntries(rule.notBy.map((name) => [name, row[snake(name)]])),
  }));
  const refusalOf = (users: Params, isAlone: boolean) =>
    refuseSecondPerson(command, users, { userId, mayStepAlone: isAlone });
  const own = rows.filter(({ users }) => refusalOf(users, false));
  if (own.length === 0) return;
  const [alone] = await tx.query(
    sql<{ allowed: boolean }>`select ${mayStepAlone({ tenantId, userId })} as allowed`,
  );
  for (const { users } of own) {
    const refusal = refusalOf(users, alone?.allowed === true);
    if (refusal) throw new AppError(refusal);
  }
  const keys = [...new Set(own.map(({ key }) => key))];
  const target = (rule.document ?? rule.entity).wire;
  await tx.query(sql`
    ${logInto(ctx, "onePerson", target, "none")} k.key from unnest(${keys}::text[]) k (key) returning 1
  `);
}

/**
 * Runs a command. If the command declares the rule of two persons, runs it in one transaction, which is rolled back if
 * the caller did an earlier step. The check comes after the command for two reasons. The command has then locked its
 * rows, so the caller cannot repeat an earlier step in between. And an error about the document's state comes first.
 */
export async function bySecondPerson<T>(
  ctx: Ctx,
  command: Command,
  params: Params,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const rule = secondPersonRule(command);
  if (!rule) return work(ctx);
  return inOneTransaction(ctx, async (own, tx) => {
    const done = await work(own);
    await requireSecondPerson(ctx, tx, command, rule, params);
    return done;
  });
}
