import { useFormat, useText } from "../../platform/intl/useText";
import type { ChartTable } from "./chart-table";
import { ChartPanel } from "./ChartPanel";
import { Bars, Lines, type Series } from "./charts";
import { highlightCurrentWeek, type WeekRow } from "./current-week";

interface WeekChartProps {
  title: string;
  sub: string;
  means: string;
  empty: { title: string } | null;
  table: ChartTable;
  /** One row per week, the current week last; `x` is the week's Monday. */
  data: WeekRow[];
  series: Series[];
  formatValue?: (value: number) => string;
  drawn?: "bars" | "stacked" | "line";
}

export function WeekChart({ data, series, drawn = "bars", formatValue, ...panel }: WeekChartProps) {
  const text = useText();
  const { day } = useFormat();
  const running = data.at(-1)?.x;
  return (
    <ChartPanel
      {...panel}
      description={drawn === "line" || !running ? undefined : text("performance.runningWeek", { day: day(running) })}
    >
      {drawn === "line" ? (
        <Lines data={data} series={series} formatValue={formatValue} />
      ) : (
        <Bars
          data={highlightCurrentWeek(data)}
          series={series}
          stacked={drawn === "stacked"}
          formatValue={formatValue}
        />
      )}
    </ChartPanel>
  );
}
