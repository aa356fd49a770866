/** @jest-environment jsdom */
import { DirectionProvider } from "@mantine/core";
import { act, createElement, type FunctionComponent } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { Areas, axisWidthOf, Bars, Lines, ScatterPlot } from "./charts";

interface Axes {
  xAxisProps: { reversed?: boolean };
  yAxisProps: { orientation?: string };
}

const mockDrawn: Axes[] = [];
jest.mock("@mantine/charts", () => {
  const chart = (props: Axes) => {
    mockDrawn.push(props);
    return null;
  };
  return { AreaChart: chart, BarChart: chart, LineChart: chart, ScatterChart: chart };
});

jest.mock("@mantine/charts/styles.layer.css", () => ({}));

const series = [{ name: "count", label: "Count", color: "red" }];
const weeks = { data: [{ x: "2026-11-02", count: 1 }], series };
const points = {
  groups: [],
  domain: [0, 1] as [number, number],
  formatX: String,
  label: { x: "Day", y: "Days" },
  lines: [],
};

function axesOf<P extends object>(chart: FunctionComponent<P>, props: P): Axes {
  const direction = { initialDirection: "rtl", detectDirection: false } as Parameters<typeof DirectionProvider>[0];
  const drawing = createElement(DirectionProvider, direction, createElement(chart, props));
  const root = createRoot(document.createElement("div"));
  act(() => root.render(createElement(IntlProvider, { locale: "ar", onError: () => {} }, drawing)));
  act(() => root.unmount());
  return mockDrawn.at(-1) as Axes;
}

beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

test.each([
  ["bars", () => axesOf(Bars, weeks)],
  ["areas", () => axesOf(Areas, weeks)],
  ["lines", () => axesOf(Lines, weeks)],
  ["points", () => axesOf(ScatterPlot, points)],
])("a time axis of %s isn't mirrored in right-to-left languages", (_, draw) => {
  const { xAxisProps, yAxisProps } = draw();
  expect([xAxisProps.reversed ?? false, yAxisProps.orientation ?? "left"]).toEqual([false, "left"]);
});

test("a category axis starts at the right in right-to-left languages", () => {
  const { xAxisProps, yAxisProps } = axesOf(Bars, { ...weeks, horizontal: true });
  expect([xAxisProps.reversed, yAxisProps.orientation]).toEqual([true, "right"]);
});

test("an axis is as wide as its longest label", () => {
  const german = (value: number) =>
    new Intl.NumberFormat("de", { notation: "compact", useGrouping: true }).format(value);
  expect(axisWidthOf([{ x: "2026-11-02", count: 8 }], german)).toBe(40);
  expect(axisWidthOf([{ x: "2026-11-02", spent: 200_000, planned: 120_000 }], german)).toBe(67);
});
