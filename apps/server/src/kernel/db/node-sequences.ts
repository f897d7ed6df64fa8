import { type Owner, onWorkers } from "./workers-of-cluster.ts";

/** Number of ids that belong to each node of a Citus cluster. The coordinator has the ids below this number. */
const idsPerNodeSql = "(1::bigint << 48)";

/**
 * Continues the ids of the tables after the stored rows, on all nodes of a Citus cluster.
 *
 * Each node takes the ids of new rows from its own sequence, whose values lie in the range of ids of this node. In a
 * restored database, rows have ids of these ranges already, but the sequences begin at the start of their ranges.
 *
 * Runs after tables were distributed. Skips a sequence that has already given an id.
 * Its next id is then greater than all stored ids of its range.
 */
export async function continueIds(owner: Owner): Promise<void> {
  await owner.query(continueText);
  await onWorkers(owner, continueText);
}

/** Command for one node. Tables that are not distributed have rows and a sequence in use on the coordinator only. */
const continueText = `do $body$
declare
  s record;
  last bigint;
begin
  for s in
    select c.oid::regclass as tab, a.attname as col, q.oid::regclass as seq, p.seqmin as low
    from pg_dist_partition d
    join pg_class c on c.oid = d.logicalrelid and d.partmethod = 'h'
    join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
    join pg_class q on q.oid = pg_get_serial_sequence(c.oid::regclass::text, a.attname)::regclass
    join pg_sequence p on p.seqrelid = q.oid
  loop
    continue when pg_sequence_last_value(s.seq) is not null;
    execute format(
      'select max(%1$I) from %2$s where %1$I >= $1 and %1$I < $1 + ${idsPerNodeSql}', s.col, s.tab
    ) into last using s.low;
    perform setval(s.seq, coalesce(last, s.low), last is not null);
  end loop;
end $body$`;
