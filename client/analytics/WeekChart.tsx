import { useFormat, useText } from "../platform/intl/useText";
import { ChartPanel, type ChartTable } from "./ChartPanel";
import { Bars, Lines, type Series } from "./charts";
import { runningStandsOut, type WeekRow } from "./running-week";

interface WeekChartProps {
  title: string;
  sub: string;
  means: string;
  empty: { title: string } | null;
  table: ChartTable;
  /** By week, the running one last; `x` is its Monday. */
  data: WeekRow[];
  series: Series[];
  drawn?: "bars" | "stacked" | "line";
}

/** A figure week by week, for screens of others: drawn, named and kept like all figures. */
export function WeekChart({ data, series, drawn = "bars", ...panel }: WeekChartProps) {
  const text = useText();
  const { day } = useFormat();
  const running = data.at(-1)?.x;
  return (
    <ChartPanel
      {...panel}
      said={drawn === "line" || !running ? undefined : text("performance.runningWeek", { day: day(running) })}
    >
      {drawn === "line" ? (
        <Lines data={data} series={series} />
      ) : (
        <Bars data={runningStandsOut(data)} series={series} stacked={drawn === "stacked"} />
      )}
    </ChartPanel>
  );
}
