import type { Percentiles } from "../figures";
import type { GrowthResult } from "./growth";

export function growthTable(grown: readonly GrowthResult[]): string[] {
  if (grown.length === 0) return [];
  const lines = grown.map((each) => {
    const costs = [each.move, each.read, each.replay].flatMap(({ answer, cpu }) => [
      spread(answer),
      `${cpu.product} + ${cpu.database}`,
    ]);
    const cells = [`${each.size.toLocaleString("en")} ${each.with}`, costs[0], each.heard ? spread(each.heard) : ""];
    return `| ${[...cells, ...costs.slice(1)].join(" | ")} |`;
  });
  return [
    "",
    "How cost grows: p50 / p95 in ms, and processor time in ms of product + PostgreSQL, embedded. Boards have 200 cards where nothing else is said:",
    "",
    "| with | a move | heard of | processor | a read of a board that has changed | processor | a replay of 200 events | processor |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
  ];
}

const spread = ({ p50, p95 }: Percentiles) => `${p50} / ${p95}`;
