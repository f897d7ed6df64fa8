import { type Sql, sql } from "../db/sql.ts";

/** Returns the lower-case log-in name. Attempts are counted under it, so another spelling gives no further attempts. */
export const plainName = (name: string): string => name.toLowerCase();

/**
 * Selects the id of the user with a typed log-in name. Capital letters do not matter, because many people write a mail
 * address with capitals. If ids differ in capitals only, the name must be exact; new ids of that kind are refused.
 */
export const userIdOf = (tenantId: number, name: string): Sql => sql`
  select n.user_id
  from "user" n
  where n.tenant_id = ${tenantId}
    and (
      n.user_id = ${name}
        or (
          lower(n.user_id) = ${plainName(name)}
            and not exists (
              select
              from "user" o
              where o.tenant_id = ${tenantId}
                and lower(o.user_id) = ${plainName(name)}
                and o.user_id <> n.user_id
            )
        )
    )
`;
