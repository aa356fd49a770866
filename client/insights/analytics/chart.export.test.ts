import { layoutChartTexts } from "./chart.export";

const drawing = { width: 200, height: 100 };
const widthOf = (text: string) => text.length * 6;

test("an exported chart has title and unit above the drawing and the legend below", () => {
  const legend = [{ label: "Estimated", color: "grey" }];
  const { texts, top, height } = layoutChartTexts({ title: "Time", sub: "Hours per task", legend }, drawing, widthOf);
  expect(texts.map(({ text, color }) => [text, color])).toEqual([
    ["Time", undefined],
    ["Hours per task", undefined],
    ["Estimated", "grey"],
  ]);
  const [title, unit, name] = texts.map(({ y }) => y) as [number, number, number];
  expect(title < unit && unit < top && name > top + drawing.height && name < height).toBe(true);
});

test("the legend of an exported chart wraps to the width of the drawing", () => {
  const legend = ["Backlog", "In progress", "In review", "Done"].map((label) => ({ label, color: "green" }));
  const { texts, height } = layoutChartTexts({ title: "Flow", sub: "Tasks", legend }, drawing, widthOf);
  const names = texts.filter(({ color }) => color);
  expect(new Set(names.map(({ y }) => y)).size).toBeGreaterThan(1);
  for (const { text, x, y } of names) {
    expect(x + 16 + widthOf(text)).toBeLessThanOrEqual(drawing.width);
    expect(y).toBeLessThan(height);
  }
});

test("an exported chart without a legend ends below its drawing", () => {
  const { top, height } = layoutChartTexts({ title: "Flow", sub: "Tasks", legend: [] }, drawing, widthOf);
  expect(height).toBe(top + drawing.height + 16);
});
