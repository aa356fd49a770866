import { ChartPanel, type ChartTable } from "./ChartPanel";
import { Bars, Lines, type Series } from "./charts";

interface WeekChartProps {
  title: string;
  sub: string;
  means: string;
  empty: { title: string } | null;
  table: ChartTable;
  /** By week; `x` is its Monday. */
  data: Record<string, string | number | null>[];
  series: Series[];
  drawn?: "bars" | "stacked" | "line";
}

/** A figure week by week, for screens of others: drawn, named and kept like all figures. */
export function WeekChart({ data, series, drawn = "bars", ...panel }: WeekChartProps) {
  return (
    <ChartPanel {...panel}>
      {drawn === "line" ? (
        <Lines data={data} series={series} />
      ) : (
        <Bars data={data} series={series} stacked={drawn === "stacked"} />
      )}
    </ChartPanel>
  );
}
