/**
 * Sets DATABASE_URL to the database of this test worker (see databases.ts). Without a PostgreSQL server the worker
 * opens an embedded database.
 */
const { DATABASE_URL: url, TEST_DATABASE_PREFIX: prefix, VITEST_POOL_ID: worker } = process.env;
if (url && prefix && !url.includes(prefix)) {
  const own = new URL(url);
  own.pathname = `/${prefix}${worker}`;
  process.env.DATABASE_URL = own.href;
}
