import { expect, it } from "vitest";
import { EventBus, type LiveEvent } from "./events.ts";

const event: LiveEvent = { type: "board" };

function heardBy(bus: EventBus, tenantId: number): { heard: LiveEvent[]; stop: () => void } {
  const heard: LiveEvent[] = [];
  return { heard, stop: bus.listen(tenantId, (e) => heard.push(e)) };
}

it("notifies all listeners of the tenant, and those of all tenants", () => {
  const bus = new EventBus();
  const [a, b, other] = [heardBy(bus, 1), heardBy(bus, 1), heardBy(bus, 2)];
  const all: [number, LiveEvent][] = [];
  bus.listenAll((tenantId, e) => all.push([tenantId, e]));
  bus.emit(1, event);
  expect([a.heard, b.heard, other.heard]).toEqual([[event], [event], []]);
  expect(all).toEqual([[1, event]]);
});

it("forwards its own events to other servers, but not theirs", () => {
  const bus = new EventBus();
  const sent: [number, LiveEvent][] = [];
  bus.relay = (tenantId, e) => sent.push([tenantId, e]);
  const { heard } = heardBy(bus, 1);
  bus.emit(1, event);
  bus.deliver(1, { type: "notice" });
  expect(sent).toEqual([[1, event]]);
  expect(heard).toEqual([event, { type: "notice" }]);
});

it("returns whether anybody listens", () => {
  const bus = new EventBus();
  expect([bus.isWatched(1), bus.isHeard(1), bus.size]).toEqual([false, false, 0]);
  const [a, b, other] = [heardBy(bus, 1), heardBy(bus, 1), heardBy(bus, 2)];
  expect([bus.isWatched(1), bus.isHeard(1), bus.isWatched(3), bus.size]).toEqual([true, true, false, 3]);
  a.stop();
  expect([bus.isWatched(1), bus.size]).toEqual([true, 2]);
  b.stop();
  other.stop();
  bus.emit(1, event);
  expect([bus.isWatched(1), bus.isHeard(1), bus.size, a.heard.length]).toEqual([false, false, 0, 0]);
  // The bus has a relay, so another server may have listeners. The bus therefore assumes that somebody listens.
  bus.relay = () => {};
  expect([bus.isWatched(1), bus.isHeard(1)]).toEqual([false, true]);
});
