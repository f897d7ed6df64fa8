/** Labels of the menus and fields in packages/contract/src/binding. */
export const bindingLabels = {
  menus: {
    binding: "Counter binding",
  },
  fields: {
    writerId: "Counter no.",
    shots: "Shots",
    bindingId: "Binding no.",
    bindId: "Binding no.",
    boundAt: "Bound",
    boundCount: "Count at binding",
    boundBy: "Bound by",
    unboundAt: "Unbound",
    unboundCount: "Count at unbinding",
    unboundBy: "Unbound by",
    bindTime: "Bound at",
    bindCount: "Count at binding",
    unbindTime: "Unbound at",
    unbindCount: "Count at unbinding",
    stoppedAt: "Old counter stopped",
    oldCount: "Last count of the old counter",
    newCount: "First count of the new counter",
    addMissed: "Add estimated missed shots",
    active: "Active",
  },
};
