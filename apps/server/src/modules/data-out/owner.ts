import { userStatus } from "@shotkeeper/contract/system";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { datasetRights } from "./datasets.ts";

/** Owner of a schedule: the person who saved it last or took it over. The schedule reads with this person's rights. */
export const ownerOf = (alias: "t" | "e"): Sql => sql.raw(`${alias}.updated_by`);

/**
 * SQL condition: the owner of the schedule with this alias may still read all its datasets. The owner is an enabled
 * user of the staff whose role sees the whole tenant and has the rights. As in a session, rights on screens that the
 * tenant has switched off do not count.
 */
export const isEntitled = (tenantId: number, alias: "t" | "e"): Sql => sql`
  exists (
    select 1
    from "user" u
    join role o on o.tenant_id = ${tenantId} and o.role_code = u.role_code
    where u.tenant_id = ${tenantId}
      and u.user_id = ${ownerOf(alias)}
      and u.status = ${userStatus.values.enabled}
      and u.cust_id is null
      and o.data_scope = 'tenant'
      and not exists (
        select 1
        from jsonb_array_elements_text(${sql.raw(alias)}.datasets) d (name)
        where not exists (
          select 1
          from role_right rr
          join unnest(
            ${datasetRights.map((r) => r.dataset)}::text[], ${datasetRights.map((r) => r.authority)}::text[],
            ${datasetRights.map((r) => r.menu)}::text[], ${datasetRights.map((r) => r.section)}::text[]
          ) a (dataset, authority, menu, section) on a.authority = rr.authority
          left join menu_entry m on m.tenant_id = ${tenantId} and m.menu_id = a.menu
          left join menu_entry s on s.tenant_id = ${tenantId} and s.menu_id = coalesce(m.section, a.section)
          where rr.tenant_id = ${tenantId} and rr.role_code = u.role_code and a.dataset = d.name
            and coalesce(m.enabled, true) and coalesce(s.enabled, true)
        )
      )
  )
`;
