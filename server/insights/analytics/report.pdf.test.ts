import { formatsOf } from "../../platform/formats";
import { PdfDocument } from "../../platform/pdf/pdf";
import { renderReportPdf } from "./report.pdf";
import type { ReportView } from "./report-view";

afterEach(() => jest.restoreAllMocks());

const figure = { value: 3, previous: null };
const figures = { finished: figure, cycle: figure, lead: figure, doing: figure, blocked: figure, open: figure };
const { day } = formatsOf("en");

const noFilters = { tags: [], people: [], tag_id: null, priority: null, user_id: null };

async function rowsWith(forecast: object, filters: object = noFilters): Promise<string[][]> {
  const row = jest.spyOn(PdfDocument.prototype, "row");
  const project = { title: "Harbour" };
  const period = { from: "2026-11-02", to: "2026-11-15" };
  const data = { project, ...period, filters, figures, throughput: [], age: [], forecast };
  const view = { screen: "project", data } as unknown as ReportView;
  await renderReportPdf({ view, language: "en", tenant: "Acme", logo: null, today: "2026-11-16" });
  return row.mock.calls.map(([cells]) => cells.map(({ text }) => text));
}

test("the forecast table shows a dash for a confidence level without a day", async () => {
  const rows = await rowsWith({ remaining: 12, p50: "2026-12-01", p85: "2026-12-20", p95: null });
  expect(rows.slice(rows.findIndex(([first]) => first === "Probability"))).toEqual([
    ["Probability", "Done by"],
    ["50 %", day("2026-12-01")],
    ["85 %", day("2026-12-20")],
    ["95 %", "–"],
  ]);
});

test("the PDF names each filter, also one whose tag was deleted", async () => {
  const paragraph = jest.spyOn(PdfDocument.prototype, "paragraph");
  const tags = [{ id: 7, name: "Urgent" }];
  const filtersWith = async (filters: object) => {
    paragraph.mockClear();
    await rowsWith({ remaining: 0, p50: null, p85: null, p95: null }, { ...noFilters, tags, ...filters });
    return paragraph.mock.calls.map(([text]) => text).slice(3);
  };
  expect(await filtersWith({})).toEqual([]);
  expect(await filtersWith({ tag_id: 7, priority: "high" })).toEqual(["Tag: Urgent", "Priority: High"]);
  expect(await filtersWith({ tag_id: 8, user_id: 3 })).toEqual([
    "Tag: No longer available",
    "Assignee: No longer available",
  ]);
});

test("the PDF omits a forecast without days and other empty tables", async () => {
  const rows = await rowsWith({ remaining: 12, p50: null, p85: null, p95: null });
  expect(rows).toHaveLength(1 + Object.keys(figures).length);
});

test("the PDF has the first rows of a long list and the number of further ones", async () => {
  const paragraph = jest.spyOn(PdfDocument.prototype, "paragraph");
  const row = jest.spyOn(PdfDocument.prototype, "row");
  const time = Array.from({ length: 5_000 }, (_, at) => ({ project: { id: at, title: `Harbour ${at}` }, minutes: 60 }));
  const nothing = { departments: [], department_id: null, people: 9, leave: {}, spend: { currency: null, months: [] } };
  const data = { ...nothing, from: "2026-11-02", to: "2026-11-15", budgets: null, bookings: null, time };
  const leave = { taken: 0, planned: 0, absence: null };
  const view = { screen: "department", data: { ...data, leave } } as unknown as ReportView;
  await renderReportPdf({ view, language: "en", tenant: "Acme", logo: null, today: "2026-11-16" });
  expect(row.mock.calls.length).toBeLessThan(80);
  expect(paragraph.mock.calls.map(([text]) => text)).toContain("4,940 more rows aren’t listed here");
});
