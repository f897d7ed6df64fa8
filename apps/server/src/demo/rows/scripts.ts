/** Saved queries (scripts) of the demo's administrator. */
export const scriptRows = [
  {
    SCRIPT_ID: "MOLDS_BY_PLANT",
    SCRIPT_NAME: "各注塑厂模具数",
    REMARK: "按注塑厂统计模具数量与模穴总数",
    STATEMENT:
      "select o.org_name, count(*) as molds, sum(m.cavities) as cavities " +
      "from mold m join organization o on o.org_id = m.plant_id group by o.org_name order by molds desc",
    PARAMETERS: [],
  },
  {
    SCRIPT_ID: "LOW_BATTERY",
    SCRIPT_NAME: "电量低于指定值的计数器",
    REMARK: "更换电池前的清单",
    STATEMENT:
      "select c.writer_id, s.battery, s.received_at from counter c " +
      "join counter_state s on s.counter_id = c.counter_id where s.battery <= :battery order by s.battery",
    PARAMETERS: [{ name: "battery", label: "电量不高于", type: "int" }],
  },
] as const;
