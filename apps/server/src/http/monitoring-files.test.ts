import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpTestServer } from "./testing/http-test-server.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "..", "deploy", "monitoring");
const text = (name: string) => readFileSync(join(folder, name), "utf8");

describe("the files for Prometheus and Grafana", () => {
  let server: HttpTestServer;
  let metrics: string;
  beforeAll(async () => {
    server = await HttpTestServer.start({ mqttPort: undefined });
    metrics = (await server.http.inject({ url: "/metrics", remoteAddress: "127.0.0.1" })).body;
  });
  afterAll(() => server.stop());

  it.each(["alerts.yml", "alerts.test.yml", "dashboard.json"])("%s names existing metrics only", (name) => {
    const named = text(name).match(/\b(shotkeeper|process|nodejs)_[a-z0-9_]+/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    const kinds = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), (m) => m[1]));
    const isKnown = (n: string) => kinds.has(n) || kinds.has(n.replace(/_(bucket|sum|count)$/, ""));
    expect(named.filter((n) => !isKnown(n))).toEqual([]);
  });

  it("the dashboard has a query and a description in each panel, and no panel covers another", () => {
    const { panels } = JSON.parse(text("dashboard.json")) as {
      panels: {
        description: string;
        targets: { expr: string }[];
        gridPos: Record<"x" | "y" | "w" | "h", number>;
      }[];
    };
    const taken = new Set<string>();
    for (const { description, targets, gridPos: g } of panels) {
      expect(description).not.toBe("");
      expect(targets.every((t) => t.expr !== "")).toBe(true);
      for (let x = g.x; x < g.x + g.w; x++)
        for (let y = g.y; y < g.y + g.h; y++) {
          expect(taken.has(`${x} ${y}`)).toBe(false);
          taken.add(`${x} ${y}`);
          expect(x).toBeLessThan(24);
        }
    }
  });

  it("shows the age of the latest backup, and counts of failures from the start", () => {
    expect(metrics).toContain("shotkeeper_backup_timestamp_seconds 0");
    // Other tests of this process may have counted failures.
    expect(metrics).toMatch(/^shotkeeper_notices_total\{channel="mail",outcome="failed"\} \d+$/m);
    expect(metrics).toMatch(/^shotkeeper_login_delayed_total \d+$/m);
  });
});
