import { serializeCsv } from "../../../shared/kernel/text/csv";
import { type ChartTable, csvRowsOf } from "./chart-table";

const table: ChartTable = {
  columns: [
    { name: "Month", format: "month" },
    { name: "Spend", format: { currency: "USD" } },
    { name: "Logged", format: "minutes" },
    { name: "Cycle time", format: "durationInDays" },
    { name: "Use", format: "percent" },
    { name: "Count", format: "number" },
    { name: "Room" },
  ],
  rows: [
    [
      "2026-11",
      { value: "4105.55", query: "figure=spend" },
      1_830,
      10.6543,
      { value: 8.9, text: "9%" },
      2,
      "Saal 1; oben",
    ],
    [{ value: "2026-12", text: "This month" }, null, null, { value: null, text: "Withheld" }, null, 0, "=1+1"],
  ],
};

test("the CSV of a chart has plain numbers, ISO dates and units in the head", () => {
  expect(serializeCsv(csvRowsOf(table), "en").trim().split("\r\n")).toEqual([
    "Month,Spend (USD),Logged (h),Cycle time (d),Use (%),Count,Room",
    '2026-11,4105.55,30.5,10.65,8.9,2,"Saal 1; oben"',
    "2026-12,,,,,0,'=1+1",
  ]);
});

test("the CSV of a chart in German has semicolons and decimal commas", () => {
  expect(serializeCsv(csvRowsOf(table), "de").split("\r\n")[1]).toBe('2026-11;4105,55;30,5;10,65;8,9;2;"Saal 1; oben"');
});
