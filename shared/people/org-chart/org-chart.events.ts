import type { StreamName } from "../../kernel/events";

/** Stream for users who may see the chart but not follow the directory. It carries `chart.changed` without data. */
export const chartStream = (tenantId: number): StreamName => `chart:${tenantId}`;
export type ChartStreamEvents = Record<"chart.changed", Record<string, never>>;

declare module "../../kernel/events" {
  interface FeatureStreams {
    chart: true;
  }
}
