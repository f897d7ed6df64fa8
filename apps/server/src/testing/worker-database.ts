/** Points this worker at its own database (see databases.ts). Without a server it opens an embedded one. */
const { DATABASE_URL: url, TEST_DATABASE_PREFIX: prefix, VITEST_POOL_ID: worker } = process.env;
if (url && prefix && !url.includes(prefix)) {
  const own = new URL(url);
  own.pathname = `/${prefix}${worker}`;
  process.env.DATABASE_URL = own.href;
}
