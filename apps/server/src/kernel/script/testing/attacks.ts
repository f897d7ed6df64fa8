/** Data that hostile statements try to read, in addition to users, password hashes and the catalogue. */
export interface AttackTargets {
  readonly otherTenant: number;
  /** File on the computer of the database server. The hostile statements try to read its text. */
  readonly file: string;
}

const inner = ({ otherTenant, file }: AttackTargets): readonly string[] => [
  `select string_agg(u::text, ',') from public."user" u`,
  "select string_agg(u::text, ',') from script.users u",
  "select string_agg(m::text, ',') from script.mold m",
  "select string_agg(m::text, ',') from public.mold m",
  "select string_agg(s::text, ',') from public.session s",
  "select string_agg(k::text, ',') from script_secret.signing_key k",
  "select string_agg(k::text, ',') from script_secret.login k",
  "select string_agg(rolpassword, ',') from pg_authid",
  "select string_agg(passwd, ',') from pg_shadow",
  "select string_agg(query, ',') from pg_stat_activity",
  "select string_agg(most_common_vals::text, ',') from pg_stats",
  "select string_agg(stavalues1::text, ',') from pg_statistic",
  `select pg_read_file('${file}')`,
  `select pg_read_binary_file('${file}')::text`,
  `select string_agg(x, ',') from pg_ls_dir('/') x`,
  `select lo_import('${file}')::text`,
  "select pg_reload_conf()::text",
  `select set_config('app.tenant_id', '${otherTenant}', true)`,
  `select set_config('script.ticket', '${otherTenant}.99999999999.00', true)`,
  "select set_config('role', 'none', true)",
  "select set_config('role', 'shotkeeper_app', true)",
  "select set_config('role', 'postgres', true)",
  "select set_config('session_authorization', 'postgres', true)",
  "select set_config('row_security', 'off', true)",
  "select set_config('transaction_read_only', 'off', true)",
  "select public.app_set_tenant(1)::text",
  "select public.app_create_tenant('x', 'x', 'x', 'x', false, now())::text",
  "select public.app_analyze()::text",
  "select app_script_tenant()::text",
];

/**
 * SQL expressions that try to change a setting, so that a later part of the same statement could read the rows of
 * another tenant.
 */
const preparations = ({ otherTenant }: AttackTargets): readonly string[] => [
  "null",
  `set_config('app.tenant_id', '${otherTenant}', true)`,
  "set_config('role', 'none', true)",
  "set_config('role', 'shotkeeper_app', true)",
  "set_config('session_authorization', 'postgres', true)",
  `set_config('script.ticket', '${otherTenant}' || substr(current_setting('script.ticket', true), 2), true)`,
  `set_config('role', 'none', true) || set_config('app.tenant_id', '${otherTenant}', true)`,
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Functions that wrap the SQL `text` in a statement, which runs `text` directly or from inside a string. */
const carriers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `select ts_stat(${quoted(`select to_tsvector('simple', (${text}))`)})::text`,
  (text) => `select (${quoted(`select to_tsvector('simple', (${text}))`)}::text).ts_stat::text`,
  (text) => `select query_to_xml(${quoted(text)}, true, true, '')::text`,
  (text) => `select (select string_agg(x::text, '') from ts_rewrite('a'::tsquery, ${quoted(text)}) x)`,
  (text) => `select string_agg(x, '') from dblink('dbname=postgres', ${quoted(text)}) as t(x text)`,
];

/**
 * Returns hostile statements: each statement of `inner` in each wrapping of `carriers`, the first 13 statements of
 * `inner` after each change of a setting in `preparations`, and some special cases.
 */
export function attacks(targets: AttackTargets): string[] {
  const statements = inner(targets).flatMap((text) => carriers.map((carry) => carry(text)));
  const prepared = preparations(targets).flatMap((first) =>
    inner(targets)
      .slice(0, 13)
      .map(
        (text) =>
          `select z::text, (${text}) as found from (select ${first} as z offset 0) a where z is null or z is not null`,
      ),
  );
  const audit = `select z::text, (select string_agg(user_id || ' ' || coalesce(phone, ''), ',') from users
      where user_id <> z::text) from (select ('select to_tsvector(''simple'',
      set_config(''app.tenant_id'',''${targets.otherTenant}'',true))'::text).ts_stat as z) a`;
  const schema = [
    "select database_to_xml(true, true, '')::text",
    "select schema_to_xml('public', true, true, '')::text",
    "select table_to_xml('public.mold', true, true, '')::text",
    "select table_to_xml('script.mold', true, true, '')::text",
    "select cursor_to_xml('script_rows', 10, true, true, '')::text",
    "select 1) script; select string_agg(m::text, ',') as list from public.mold m; select (1",
    "select 1) script), answer as (select 1) select mold_no as list, 1 as n from public.mold --",
  ];
  return [audit, ...schema, ...statements, ...prepared];
}
