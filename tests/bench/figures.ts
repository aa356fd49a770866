/** Percentiles in milliseconds, with one decimal. */
export interface Spread {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return {
    count: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: rounded(sorted.at(-1) ?? Number.NaN),
  };
}

export const rounded = (value: number): number => Math.round(value * 10) / 10;
