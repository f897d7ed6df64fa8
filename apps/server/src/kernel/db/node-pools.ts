import { AppError, isMessage } from "@shotkeeper/contract/kernel";
import type { CallLimits } from "./call-limits.ts";
import { FairPool, type Lease, type PoolOptions } from "./fair-pool.ts";
import type { DbRow } from "./sql.ts";

/** Address of a node (host:port) by which the nodes of the cluster reach each other. */
type Node = string;
/** Maps each shard to the node that stores it. */
type Placement = ReadonlyMap<number, Node>;

/**
 * Interval at which the placement of the shards is read again, ms. An outdated placement only makes statements slower:
 * after a shard has moved, its old node passes the statements on to the new one.
 */
const refreshMs = 5_000;
/** Time for which an unreachable node is not tried again, ms. The coordinator serves the node's tenants meanwhile. */
const retryMs = 5_000;

export interface NodePoolsOptions {
  /** Options of the coordinator's pool. The nodes accept the same user, password and database. */
  readonly options: PoolOptions;
  /** Runs a statement on the coordinator. */
  readonly query: (text: string, values: readonly unknown[]) => Promise<DbRow[]>;
  readonly now?: () => number;
}

/**
 * Pools of connections to the nodes of a Citus cluster. The statements of a tenant go to the node that holds the
 * tenant's rows: through the coordinator, the cluster answers only half as many requests per second.
 */
export class NodePools {
  private readonly pools = new Map<Node, FairPool>();
  private readonly shardOf = new Map<number, Promise<number>>();
  private readonly downUntil = new Map<Node, number>();
  private placement: Promise<Placement> | undefined;
  private readAt = 0;
  private readonly now: () => number;
  private readonly coordinator: URL;

  constructor(private readonly o: NodePoolsOptions) {
    this.now = o.now ?? Date.now;
    this.coordinator = new URL(o.options.url ?? "");
  }

  /**
   * Waits for a connection to the node of a tenant. Returns undefined if that node is the coordinator or cannot be
   * reached. The caller then uses a connection to the coordinator.
   */
  async lease(tenantId: number, limits: CallLimits): Promise<Lease | undefined> {
    const node = await this.nodeOf(tenantId);
    if (node === this.coordinator.host || (this.downUntil.get(node) ?? 0) > this.now()) return undefined;
    try {
      return await this.poolOf(node).lease(tenantId, limits);
    } catch (cause) {
      if (!(cause instanceof AppError && isMessage(cause, "databaseUnavailable"))) throw cause;
      this.readAt = 0;
      this.downUntil.set(node, this.now() + retryMs);
      return undefined;
    }
  }

  private poolOf(node: Node): FairPool {
    let pool = this.pools.get(node);
    if (!pool) {
      const url = new URL(this.coordinator);
      url.host = node;
      pool = new FairPool({ ...this.o.options, url: url.href });
      this.pools.set(node, pool);
    }
    return pool;
  }

  private async nodeOf(tenantId: number): Promise<Node> {
    const placement = await this.current();
    const node = placement.get(await this.shard(tenantId));
    if (node) return node;
    // The shard is not in the placement, because it was split. Reads the tenant's new shard and the placement again.
    this.shardOf.delete(tenantId);
    this.placement = undefined;
    const found = (await this.current()).get(await this.shard(tenantId));
    if (!found) throw new Error(`tenant ${tenantId} has no node`);
    return found;
  }

  /**
   * Returns whether a transaction failed because the tenant's shard was split meanwhile (`shotkeeper tenant isolate`).
   * If so, the next attempt reads the tenant's new shard.
   */
  isAfterSplit(tenantId: number, cause: unknown): boolean {
    if (!(cause instanceof Error) || !cause.message.startsWith("could not find valid entry for shard"))
      return false;
    this.shardOf.delete(tenantId);
    this.placement = undefined;
    return true;
  }

  /** Returns the number of the shard of the table `mold` that has the tenant's molds. */
  shard(tenantId: number): Promise<number> {
    let shard = this.shardOf.get(tenantId);
    if (!shard) {
      shard = this.o.query(shardOfTenant, [tenantId]).then(([row]) => Number(row?.shard));
      this.shardOf.set(tenantId, shard);
      shard.catch(() => this.shardOf.delete(tenantId));
    }
    return shard;
  }

  /**
   * Returns the placement of the shards (the node of each shard) as it was read last. Reads it again in the background
   * if it is old.
   */
  private current(): Promise<Placement> {
    const known = this.placement;
    if (known && this.now() - this.readAt < refreshMs) return known;
    this.readAt = this.now();
    const next = this.o
      .query(placementOfShards, [])
      .then((rows) => new Map(rows.map((r) => [Number(r.shard), String(r.node)])));
    if (!known) this.placement = next;
    next.then(
      () => {
        this.placement = next;
      },
      () => {
        // The coordinator cannot be reached. Keeps the known placement in use.
        this.placement = known;
      },
    );
    return known ?? next;
  }

  async end(): Promise<void> {
    await Promise.all([...this.pools.values()].map((p) => p.end()));
  }
}

/**
 * Statement that selects the shard of a tenant. All tables have the same placement, so the statement may name any of
 * them.
 */
const shardOfTenant = "select get_shard_id_for_distribution_column('mold', $1::int) as shard";
/** Statement that selects each shard with the node that stores it. */
const placementOfShards = `
  select s.shardid as shard, n.nodename || ':' || n.nodeport as node
  from pg_dist_shard s
  join pg_dist_placement p on p.shardid = s.shardid
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where s.logicalrelid = 'mold'::regclass`;
