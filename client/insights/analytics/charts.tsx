import { AreaChart, BarChart, LineChart, ScatterChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import { useDirection } from "@mantine/core";
import { truncateText } from "../../../shared/kernel/text/truncate";
import { useFormat } from "../../platform/intl/useText";
import classes from "./analytics.module.css";
import { SeriesSwatch } from "./ChartGrid";

/** Chart colors from docs/design.md, distinguishable with color blindness, in order of use. */
export const chartColors = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)"] as const;

const noAnimation = { isAnimationActive: false } as const;
/** The space above the plot fits half of the topmost axis label. */
const margin = { top: 12, right: 5, bottom: 5, left: 5 };
/** Screen readers and keyboard users get the table, so charts don't take the focus. */
const chartDefaults = { accessibilityLayer: false, margin };
/** Space in px reserved after the plot for the label of a reference line. */
const lineNameWidth = 40;

function useAxes({
  data = [],
  format,
  formatValue,
}: {
  data?: Row[];
  format?: ChartProps["format"];
  formatValue?: ChartProps["formatValue"];
} = {}) {
  const { number, day } = useFormat();
  const years = new Set([data[0], data.at(-1)].map((row) => String(row?.x).slice(0, 4)));
  const style = years.size > 1 ? "medium" : "short";
  const tick = (value: number) => number(value, { notation: "compact", useGrouping: "always" });
  return {
    h: 240,
    gridAxis: "x" as const,
    tickLine: "none" as const,
    withLegend: false,
    xAxisProps: { tickFormatter: format ?? ((value: string) => day(value, style)), minTickGap: 24 },
    yAxisProps: {
      width: axisWidthOf(data, tick),
      tick: tickBeside(-10),
      allowDecimals: false,
      tickFormatter: tick,
    },
    valueFormatter: formatValue ?? ((value: number) => number(value, { maximumFractionDigits: 1 })),
  };
}

/** Width in px for the longest label: German writes "160.000" where English has "160K". Stacked values add up. */
export function axisWidthOf(data: readonly Row[], tick: (value: number) => string): number {
  const sums = data.map((row) => Object.values(row).reduce<number>((sum, value) => sum + (Number(value) || 0), 0));
  return Math.max(40, 18 + 7 * tick(Math.round(Math.max(0, ...sums))).length);
}

/** The library always shifts the labels to the left, whichever side the axis is on. */
const tickBeside = (x: number) => ({ transform: `translate(${x}, 0)`, fontSize: 12, fill: "currentColor" });

export interface Series {
  name: string;
  label: string;
  color: string;
}

type Row = Record<string, string | number | null>;

interface ChartProps {
  data: Row[];
  series: Series[];
  /** Formats values of the horizontal axis; by default they are dates. */
  format?: (value: string) => string;
  /** Formats a value in the tooltip, with its unit or currency. */
  formatValue?: (value: number) => string;
  legend?: boolean;
  lines?: readonly { y: number; label: string; color: string }[];
  onPick?: (row: Row, series: string) => void;
}

interface BarsProps extends ChartProps {
  stacked?: boolean;
  /** Draws horizontal bars so that category names are readable. They follow the reading direction, unlike bars along a time axis. */
  horizontal?: boolean;
}

const rowHeight = 34;
const maxNameLength = 26;
const truncateName = (name: string) => truncateText(name, maxNameLength);

export function Bars({
  data,
  series,
  format,
  lines,
  onPick,
  stacked,
  horizontal,
  formatValue,
  legend = true,
}: BarsProps) {
  const { xAxisProps, yAxisProps, ...axes } = useAxes({ data, format, formatValue });
  const rtl = useDirection().dir === "rtl";
  const longest = Math.max(0, ...data.map((row) => truncateName(String(row.x)).length));
  const sides = horizontal
    ? {
        orientation: "vertical" as const,
        gridAxis: "y" as const,
        h: 40 + data.length * rowHeight * (stacked ? 1 : Math.max(1, series.length * 0.7)),
        xAxisProps: { reversed: rtl, allowDecimals: false, tickFormatter: yAxisProps.tickFormatter },
        yAxisProps: {
          orientation: rtl ? ("right" as const) : ("left" as const),
          width: Math.min(180, 24 + longest * 7),
          interval: 0,
          tick: tickBeside(rtl ? 10 : -10),
          tickFormatter: truncateName,
        },
      }
    : { xAxisProps, yAxisProps };
  return (
    <>
      <BarChart
        {...axes}
        {...sides}
        data={data}
        dataKey="x"
        type={stacked ? "stacked" : "default"}
        series={series.map((one) => ({ ...one }))}
        referenceLines={lines?.map(lineOf)}
        barChartProps={chartDefaults}
        barProps={{
          ...noAnimation,
          maxBarSize: 36,
          cursor: onPick && "pointer",
          onClick: (bar) => {
            const { payload, tooltipPayload } = bar as { payload: Row; tooltipPayload?: { dataKey?: string }[] };
            onPick?.(payload, tooltipPayload?.[0]?.dataKey ?? "");
          },
        }}
      />
      {legend && <Legend series={series} />}
    </>
  );
}

function Legend({ series }: { series: readonly Pick<Series, "name" | "label" | "color">[] }) {
  if (series.length < 2) return null;
  return (
    <ul className={classes.legend} data-of-chart>
      {series.map(({ name, label, color }) => (
        <li key={name}>
          <SeriesSwatch color={color} /> <bdi>{label}</bdi>
        </li>
      ))}
    </ul>
  );
}

export function Areas({ data, series, lines, legend = true }: ChartProps) {
  const axes = useAxes({ data });
  return (
    <>
      <AreaChart
        {...axes}
        data={data}
        dataKey="x"
        type={series.length > 1 ? "stacked" : "default"}
        curveType="linear"
        withDots={false}
        withGradient={false}
        fillOpacity={0.86}
        strokeWidth={1}
        series={series.map((one) => ({ ...one }))}
        referenceLines={lines?.map(lineOf)}
        areaChartProps={chartDefaults}
        areaProps={noAnimation}
      />
      {legend && <Legend series={series} />}
    </>
  );
}

export function Lines({ data, series, formatValue, legend = true }: ChartProps) {
  const axes = useAxes({ data, formatValue });
  return (
    <>
      <LineChart
        {...axes}
        data={data}
        dataKey="x"
        curveType="stepAfter"
        withDots={false}
        series={series.map((one) => ({ ...one }))}
        lineChartProps={chartDefaults}
        lineProps={noAnimation}
      />
      {legend && <Legend series={series} />}
    </>
  );
}

interface PointsProps {
  groups: readonly { name: string; color: string; points: readonly { x: number; y: number }[] }[];
  domain: [number, number];
  formatX: (x: number) => string;
  label: { x: string; y: string };
  lines: readonly { y: number; label: string; color: string }[];
}

export function ScatterPlot({ groups, domain, formatX, label, lines }: PointsProps) {
  const { number } = useFormat();
  const { xAxisProps, ...axes } = useAxes();
  return (
    <>
      <ScatterChart
        {...axes}
        data={groups.map(({ name, color, points }) => ({ name, color, data: points.map((point) => ({ ...point })) }))}
        dataKey={{ x: "x", y: "y" }}
        labels={label}
        xAxisProps={{ ...xAxisProps, type: "number", domain, tickFormatter: formatX }}
        valueFormatter={{ x: formatX, y: (value) => number(value, { maximumFractionDigits: 1 }) }}
        // The latest points are near the end of the reference lines, so the labels are placed after the plot.
        referenceLines={lines.map((line) => ({ ...lineOf(line), labelPosition: "right" as const }))}
        scatterChartProps={{ ...chartDefaults, margin: { ...margin, right: lineNameWidth } }}
        scatterProps={noAnimation}
      />
      <Legend series={groups.map(({ name, color }) => ({ name, label: name, color }))} />
    </>
  );
}

const lineOf = ({ y, label, color }: { y: number; label: string; color: string }) => ({
  y,
  label,
  color,
  labelPosition: "insideTopRight" as const,
  ifOverflow: "extendDomain" as const,
  strokeDasharray: "4 3",
});
