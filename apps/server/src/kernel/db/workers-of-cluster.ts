import type pg from "pg";

export type Owner = Pick<pg.ClientBase, "query">;

/** Runs a command on each worker node of the Citus cluster. Throws if a node refuses it. */
export async function onWorkers(owner: Owner, command: string): Promise<void> {
  const { rows } = await owner.query<{ nodename: string; nodeport: number; result: string }>(
    "select nodename, nodeport, result from run_command_on_workers($1) where not success",
    [command],
  );
  const [failed] = rows;
  if (failed) throw new Error(`${failed.nodename}:${failed.nodeport} refused "${command}": ${failed.result}`);
}
