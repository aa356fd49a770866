import type { StreamName } from "../../kernel/events";

/** For users who may see the chart but not follow the directory; it sends `chart.changed` without data. */
export const chartStream = (tenantId: number): StreamName => `chart:${tenantId}`;
export type ChartStreamEvents = Record<"chart.changed", Record<string, never>>;

declare module "../../kernel/events" {
  interface FeatureStreams {
    chart: true;
  }
}
