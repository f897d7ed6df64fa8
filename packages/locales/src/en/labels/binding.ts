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
    boundCount: "Reading when bound",
    boundBy: "Bound by",
    unboundAt: "Unbound",
    unboundCount: "Reading when unbound",
    unboundBy: "Unbound by",
    bindTime: "Bound at",
    bindCount: "Reading when bound",
    unbindTime: "Unbound at",
    unbindCount: "Reading when unbound",
    stoppedAt: "Old counter stopped",
    oldCount: "Last count of the old counter",
    newCount: "First count of the new counter",
    addMissed: "Add estimated missed shots",
    active: "Active",
  },
};
