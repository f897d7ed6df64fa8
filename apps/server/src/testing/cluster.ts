/** True if the tests run on a Citus cluster (`databases.ts`). Tests of what a cluster does not have are skipped. */
export const isCluster = process.env.TEST_CITUS === "1";
