/** Percentiles in milliseconds, with one decimal. */
export interface Percentiles {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export function percentilesOf(samples: readonly number[]): Percentiles {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number) =>
    roundToTenth(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return {
    count: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: roundToTenth(sorted.at(-1) ?? Number.NaN),
  };
}

export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
