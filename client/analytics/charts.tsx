import { AreaChart, BarChart, LineChart, ScatterChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import { useDirection } from "@mantine/core";
import { useFormat } from "../platform/intl/useText";

/** Colours of docs/design.md that are told apart by the colour-blind, in the order in which they are taken. */
export const chartColors = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)"] as const;

const still = { isAnimationActive: false } as const;
/** Above the plot is room for half of the axis' highest number. */
const margin = { top: 12, right: 5, bottom: 5, left: 5 };
/** The table is for keys and readers of screens; a picture that takes the focus says nothing. */
const quiet = { accessibilityLayer: false, margin };
/** What the name of a line takes that stands after the plot. */
const lineNameWidth = 40;

/** What all charts have in common: quiet axes, numbers of the language, the reading direction. */
function useAxes(format?: (value: string) => string) {
  const { number, day } = useFormat();
  const rtl = useDirection().dir === "rtl";
  // The library moves them towards the left, wherever the axis stands.
  const beside = { transform: `translate(${rtl ? 10 : -10}, 0)`, fontSize: 12, fill: "currentColor" };
  return {
    h: 240,
    gridAxis: "x" as const,
    tickLine: "none" as const,
    withLegend: false,
    xAxisProps: { reversed: rtl, tickFormatter: format ?? ((value: string) => day(value)), minTickGap: 24 },
    yAxisProps: {
      orientation: rtl ? ("right" as const) : ("left" as const),
      width: 40,
      tick: beside,
      allowDecimals: false,
      tickFormatter: (value: number) => number(value, { notation: "compact" }),
    },
    valueFormatter: (value: number) => number(value),
  };
}

export interface Series {
  name: string;
  label: string;
  color: string;
}

type Row = Record<string, string | number | null>;

interface ChartProps {
  data: Row[];
  series: Series[];
  /** How a value of the horizontal axis is said; days of the calendar without it. */
  format?: (value: string) => string;
  lines?: readonly { y: number; label: string; color: string }[];
  /** What was pressed, and of which series. */
  onPick?: (row: Row, series: string) => void;
}

export function Bars({ data, series, format, lines, onPick, stacked }: ChartProps & { stacked?: boolean }) {
  const axes = useAxes(format);
  return (
    <BarChart
      {...axes}
      data={data}
      dataKey="x"
      type={stacked ? "stacked" : "default"}
      series={series.map((one) => ({ ...one }))}
      referenceLines={lines?.map(lineOf)}
      barChartProps={quiet}
      barProps={{
        ...still,
        maxBarSize: 36,
        cursor: onPick && "pointer",
        onClick: (bar) => {
          const { payload, tooltipPayload } = bar as { payload: Row; tooltipPayload?: { dataKey?: string }[] };
          onPick?.(payload, tooltipPayload?.[0]?.dataKey ?? "");
        },
      }}
    />
  );
}

export function Areas({ data, series, lines }: ChartProps) {
  const axes = useAxes();
  return (
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
      areaChartProps={quiet}
      areaProps={still}
    />
  );
}

export function Lines({ data, series }: ChartProps) {
  const axes = useAxes();
  return (
    <LineChart
      {...axes}
      data={data}
      dataKey="x"
      curveType="stepAfter"
      withDots={false}
      series={series.map((one) => ({ ...one }))}
      lineChartProps={quiet}
      lineProps={still}
    />
  );
}

interface PointsProps {
  groups: readonly { name: string; color: string; points: readonly { x: number; y: number }[] }[];
  /** The ends of the horizontal axis. */
  domain: [number, number];
  formatX: (x: number) => string;
  label: { x: string; y: string };
  lines: readonly { y: number; label: string; color: string }[];
}

export function Points({ groups, domain, formatX, label, lines }: PointsProps) {
  const { number } = useFormat();
  const { xAxisProps, ...axes } = useAxes();
  // The last days' points lie at the end of the lines: their names stand behind it.
  const end = useDirection().dir === "rtl" ? "left" : "right";
  return (
    <ScatterChart
      {...axes}
      data={groups.map(({ name, color, points }) => ({ name, color, data: points.map((point) => ({ ...point })) }))}
      dataKey={{ x: "x", y: "y" }}
      labels={label}
      xAxisProps={{ ...xAxisProps, type: "number", domain, tickFormatter: formatX }}
      valueFormatter={{ x: formatX, y: (value) => number(value, { maximumFractionDigits: 1 }) }}
      referenceLines={lines.map((line) => ({ ...lineOf(line), labelPosition: end }))}
      scatterChartProps={{ ...quiet, margin: { ...margin, [end]: lineNameWidth } }}
      scatterProps={still}
    />
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
