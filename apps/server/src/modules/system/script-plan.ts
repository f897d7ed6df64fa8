import { errors } from "@shotkeeper/contract/kernel";

/** Node of a query plan: output of EXPLAIN (VERBOSE, FORMAT JSON), with the properties that the checks need. */
export interface PlanNode {
  readonly "Node Type"?: string;
  readonly "Total Cost"?: number;
  readonly "Plan Rows"?: number;
  readonly Schema?: string;
  readonly "Relation Name"?: string;
  readonly "Parent Relationship"?: string;
  readonly "Subplan Name"?: string;
  readonly "CTE Name"?: string;
  readonly "Hash Cond"?: string;
  readonly "Merge Cond"?: string;
  readonly Strategy?: string;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/**
 * Returns the tables and views (relations) that a plan reads. Throws scriptForbidden (S0291) if it reads another
 * schema, the rows of a function or a foreign table.
 */
export function relationsOf(plan: PlanNode): string[] {
  const names = new Set<string>();
  for (const n of nodesOf(plan)) {
    const type = n["Node Type"] ?? "";
    if (n.Schema !== undefined && n.Schema !== "public") throw errors.scriptForbidden(n.Schema);
    if (type === "Function Scan" || type === "Foreign Scan") throw errors.scriptForbidden(type);
    if (n["Relation Name"] !== undefined) names.add(n["Relation Name"]);
  }
  return [...names];
}

interface Effort {
  readonly rows: number;
  readonly work: number;
}

/**
 * Returns an upper bound for the number of rows that a plan touches, computed from the row counts of its tables. The
 * planner's own cost estimate is no such bound: without statistics it expects one row per tenant, so a cross join seems
 * to cost nothing.
 */
export function effortOf(plan: PlanNode, rowsOf: ReadonlyMap<string, number>): Effort {
  const ctes = new Map<string, Effort>();
  const join = (n: PlanNode, outer: Effort, inner: Effort): Effort => {
    const isEqual = n["Hash Cond"] !== undefined || n["Merge Cond"] !== undefined;
    const rows = isEqual
      ? Math.max(outer.rows, inner.rows, n["Plan Rows"] ?? 0)
      : outer.rows * Math.max(1, inner.rows);
    const inside = n["Node Type"] === "Nested Loop" ? outer.rows * Math.max(1, inner.work) : inner.work;
    return { rows, work: outer.work + inside + rows };
  };
  const visit = (n: PlanNode): Effort => {
    let extra = 0;
    let each = 0;
    const parts: Effort[] = [];
    for (const child of n.Plans ?? []) {
      const effort = visit(child);
      const name = /^CTE (.*)$/.exec(child["Subplan Name"] ?? "")?.[1];
      if (name !== undefined) ctes.set(name, effort);
      if (child["Parent Relationship"] === "InitPlan") extra += effort.work;
      else if (child["Parent Relationship"] === "SubPlan") each += Math.max(1, effort.work);
      else parts.push(effort);
    }
    const own = combined(n, parts);
    const evaluations = Math.max(own.rows, ...parts.map((p) => p.rows));
    return { rows: own.rows, work: own.work + extra + each * evaluations };
  };
  const combined = (n: PlanNode, parts: readonly Effort[]): Effort => {
    const [first, second] = parts;
    const relation = n["Relation Name"];
    if (relation !== undefined) {
      const rows = rowsOf.get(relation) ?? 0;
      return { rows, work: rows };
    }
    if (n["CTE Name"] !== undefined) return ctes.get(n["CTE Name"]) ?? { rows: 1, work: 1 };
    if (first && second && /Join|Nested Loop/.test(n["Node Type"] ?? "")) return join(n, first, second);
    const sum = parts.reduce((a, b) => ({ rows: a.rows + b.rows, work: a.work + b.work }), {
      rows: 0,
      work: 0,
    });
    const isOne = n["Node Type"] === "Result" || (n["Node Type"] === "Aggregate" && n.Strategy === "Plain");
    const limit = n["Node Type"] === "Limit" ? (n["Plan Rows"] ?? sum.rows) : sum.rows;
    return isOne ? { rows: 1, work: sum.work + 1 } : { ...sum, rows: Math.min(sum.rows, limit) };
  };
  return visit(plan);
}
