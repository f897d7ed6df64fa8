/** True if the tests run on a Citus cluster (set by databases.ts). Tests of what a cluster does not have are skipped. */
export const isCluster = process.env.TEST_CITUS === "1";
