import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { collectDefaultMetrics, Registry } from "prom-client";
import { parse } from "yaml";

const root = path.resolve(__dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}
const rules = (parse(read("docs/operations/alerts.yml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(read("docs/operations/grafana.json")) as {
  panels: { title: string; targets: { expr: string }[] }[];
};

/** Metric names are also read from the sources, because gauges are registered while a server starts. */
function exportedMetrics(): Set<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  registry.clear();
  for (const name of readdirSync(path.join(root, "server"), { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const found = read(path.join("server", name)).matchAll(/registerGauge\(\s*"(\w+)"|\bname: "(http_\w+)"/g);
    for (const [, gauge, other] of found) names.push(gauge ?? other ?? "");
  }
  return new Set(names);
}

const metricsIn = (expression: string) =>
  [...expression.matchAll(/\b(?:http|portal|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, ""),
  );

test("dashboard and alerts name only metrics that the server exports", () => {
  const exported = exportedMetrics();
  const expressions = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  const used = expressions.flatMap(metricsIn);
  expect(used.length).toBeGreaterThan(expressions.length / 2);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);
});

test("each alert names an existing section of the runbook", () => {
  const headings = [...read("docs/operations.md").matchAll(/^##+ (.+)$/gm)].map(
    ([, heading = ""]) => `docs/operations.md#${heading.toLowerCase().replaceAll(" ", "-")}`,
  );
  for (const { alert, annotations } of rules)
    expect([alert, headings]).toEqual([alert, expect.arrayContaining([annotations.runbook])]);
});
