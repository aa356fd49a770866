import { decimalsOf } from "../../../shared/kernel/money";
import type { Language } from "../../../shared/kernel/languages";
import { formatsOf } from "../../platform/formats";
import { PdfDocument, pdfColors } from "../../platform/pdf/pdf";
import { type Translate, translator } from "../../platform/text";
import type { ReportView } from "./report-view";

interface Part {
  /** Title of the table; null for the key figures, which have no heading. */
  title: string | null;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Relative bar length of each row, from 0 to 1. */
  bars?: readonly number[];
}

export interface ReportPdf {
  view: ReportView;
  language: Language;
  tenant: string;
  /** Logo as PNG; null without a logo. */
  logo: Uint8Array | null;
  today: string;
}

declare module "../../platform/child-processes" {
  interface ChildTable {
    analyticsReport(report: ReportPdf): Promise<Buffer>;
  }
}

export function reportSubject({ screen, data }: ReportView, tenant: string): string {
  if (screen === "project") return data.project.title;
  if (screen === "user") return data.user.fullname;
  return data.departments.find(({ id }) => id === data.department_id)?.name ?? tenant;
}

export function renderReportPdf({ view, language, tenant, logo, today }: ReportPdf): Promise<Buffer> {
  const text = translator(language);
  const words = wordsOf(text);
  const subject = reportSubject(view, tenant);
  const title = text("report.title", { name: subject });
  const pdf = new PdfDocument(text.language, title);
  if (logo) pdf.picture(logo, 28);
  pdf.paragraph(tenant, { size: 8, color: pdfColors.quiet });
  pdf.paragraph(title, { size: 18, weight: 600 });
  pdf.paragraph(text("report.period", { from: words.day(view.data.from), to: words.day(view.data.to) }));
  for (const [label, value] of filtersOf(view, text)) pdf.paragraph(text("report.filter", { label, value }));
  pdf.space(10);
  pdf.rule();
  pdf.space(10);
  for (const part of partsOf(view, text)) if (part.rows.length > 0) draw(pdf, part, text);
  return pdf.finish((page, pages) =>
    text("document.footer", { tenant, day: words.day(today), page: words.number(page), pages: words.number(pages) }),
  );
}

function filtersOf(view: ReportView, text: Translate): [label: string, value: string][] {
  if (view.screen !== "project") return [];
  const { tags, people, tag_id, priority, user_id } = view.data.filters;
  // A deleted tag still filters, so that without its line the figures would seem to be of all tasks.
  const unavailable = text("report.filter.unavailable");
  const values = {
    tag: tag_id === null ? null : (tags.find(({ id }) => id === tag_id)?.name ?? unavailable),
    priority: priority === null ? null : text(`report.priority.${priority}`),
    assignee: user_id === null ? null : (people.find(({ id }) => id === user_id)?.fullname ?? unavailable),
  };
  return Object.entries(values).flatMap(([name, value]) => (value ? [[text(`report.filter.${name}`), value]] : []));
}

/** Maximum rows per list. A page takes milliseconds of the process's time, and a department may log time on thousands of projects. */
const maxRows = 60;

function draw(pdf: PdfDocument, { title, head, rows, bars }: Part, text: Translate): void {
  const first = 0.4;
  const width = (1 - first) / Math.max(1, head.length - 1);
  const partOf = (at: number) =>
    (at === 0 ? [0, first] : [first + (at - 1) * width, first + at * width]) as [number, number];
  const alignOf = (at: number) => (at === 0 ? "start" : "end") as "start" | "end";
  pdf.room(60);
  if (title !== null) {
    pdf.space(12);
    pdf.paragraph(title, { size: 12, weight: 600 });
    pdf.space(4);
  }
  const quiet = { size: 8, color: pdfColors.quiet };
  pdf.row(head.map((name, at) => ({ text: name, part: partOf(at), style: { ...quiet, align: alignOf(at) } })));
  pdf.rule();
  pdf.space(4);
  rows.slice(0, maxRows).forEach((row, index) => {
    pdf.row(row.map((cell, at) => ({ text: cell, part: partOf(at), style: { align: alignOf(at) } })));
    const share = bars?.[index];
    if (share !== undefined) pdf.bar(share, [0, first]);
    pdf.space(3);
  });
  const unlistedCount = rows.length - maxRows;
  if (unlistedCount > 0) pdf.paragraph(text("report.moreRows", { count: unlistedCount }), quiet);
}

/** Formats minutes without rounding, so that rows agree with their sum. */
function durationOf(minutes: number, text: Translate, number: (value: number) => string): string {
  const parts = { hours: number(Math.floor(minutes / 60)), minutes: number(minutes % 60) };
  if (minutes < 60) return text("duration.minutes", parts);
  return text(minutes % 60 === 0 ? "duration.hours" : "duration.both", parts);
}

function wordsOf(text: Translate) {
  const formats = formatsOf(text.language);
  const tenths = (value: number) => formats.amount(value.toFixed(1), Number.isInteger(value) ? 0 : 1);
  return {
    ...formats,
    tenths,
    days: (value: number | null) => (value === null ? "–" : text("report.days", { days: tenths(value) })),
    hours: (minutes: number) => durationOf(minutes, text, formats.number),
    count: (value: number | null) => (value === null ? "–" : formats.number(value)),
    percent: (value: number | null) => (value === null ? "–" : text("report.percent", { share: tenths(value) })),
    money: (amount: string, currency: string) => `${formats.amount(amount, decimalsOf(currency))} ${currency}`,
  };
}

type Words = ReturnType<typeof wordsOf>;

function partsOf(view: ReportView, text: Translate): Part[] {
  const words = wordsOf(text);
  if (view.screen === "project") return projectParts(view.data, text, words);
  return view.screen === "user" ? userParts(view.data, text, words) : departmentParts(view.data, text, words);
}

const figureHead = (text: Translate) => [text("report.figure"), text("report.now"), text("report.before")];

function projectParts(data: Extract<ReportView, { screen: "project" }>["data"], text: Translate, words: Words): Part[] {
  const { figures, throughput, age, forecast } = data;
  const texts = {
    finished: words.count,
    cycle: words.days,
    lead: words.days,
    doing: words.count,
    blocked: words.days,
    open: words.count,
  };
  const most = Math.max(1, ...throughput.map(({ count }) => count));
  const day = (value: string | null) => (value === null ? "–" : words.day(value));
  return [
    {
      title: null,
      head: figureHead(text),
      rows: Object.entries(texts).map(([name, how]) => {
        const { value, previous } = figures[name as keyof typeof texts];
        return [text(`report.project.${name}`), how(value), previous === null ? "" : how(previous)];
      }),
    },
    {
      title: text("report.forecast", { count: words.number(forecast.remaining) }),
      head: [text("report.chance"), text("report.day")],
      rows:
        forecast.p85 === null
          ? []
          : (
              [
                [50, forecast.p50],
                [85, forecast.p85],
                [95, forecast.p95],
              ] as const
            ).map(([share, at]) => [words.percent(share), day(at)]),
    },
    {
      title: text("report.throughput"),
      head: [text("report.week"), text("report.project.finished")],
      rows: throughput.map(({ from, count }) => [words.day(from), words.count(count)]),
      bars: throughput.map(({ count }) => count / most),
    },
    {
      title: text("report.age"),
      head: [text("report.task"), text("report.age.days")],
      rows: age.map((task) => [`${task.key} ${task.title}`, words.days(task.days)]),
    },
  ];
}

function userParts(data: Extract<ReportView, { screen: "user" }>["data"], text: Translate, words: Words): Part[] {
  const { figures, workload } = data;
  const hours = (minutes: number | null) => (minutes === null ? "–" : words.hours(minutes));
  const texts = {
    finished: words.count,
    on_time: words.percent,
    cycle: words.days,
    logged_minutes: hours,
    doing: words.count,
    reviews: words.count,
  };
  return [
    {
      title: null,
      head: figureHead(text),
      rows: Object.entries(texts).map(([name, how]) => {
        const { value, previous } = figures[name as keyof typeof texts];
        return [text(`report.user.${name}`), how(value), previous === null ? "" : how(previous)];
      }),
    },
    {
      title: text("report.workload"),
      head: [text("report.week"), text("report.planned"), text("report.capacity"), text("report.leave")],
      rows: workload.map((week) => [
        words.day(week.monday),
        words.hours(week.planned_minutes),
        words.hours(week.capacity_minutes),
        words.hours(week.leave_minutes),
      ]),
    },
  ];
}

function departmentParts(
  data: Extract<ReportView, { screen: "department" }>["data"],
  text: Translate,
  words: Words,
): Part[] {
  const { people, leave, spend, budgets, time, bookings } = data;
  const currency = spend.currency ?? "USD";
  const most = Math.max(1, ...time.map(({ minutes }) => minutes));
  return [
    {
      title: null,
      head: [text("report.figure"), text("report.now")],
      rows: [
        [text("report.department.people"), words.count(people)],
        [text("report.department.taken"), words.days(leave.taken)],
        [text("report.department.planned"), words.days(leave.planned)],
        [text("report.department.absence"), words.percent(leave.absence)],
      ],
    },
    {
      title: text("report.spend"),
      head: [text("report.month"), text("report.amount")],
      rows: spend.months.map((one) => [
        `${one.month} · ${text(`finance.type.${one.type}`)}`,
        words.money(one.amount, currency),
      ]),
    },
    {
      title: text("report.budget"),
      head: [
        text("report.year"),
        text("report.amount"),
        text("report.spent"),
        text("report.committed"),
        text("report.waiting"),
      ],
      rows: (budgets ?? []).map((one) => [
        words.number(one.year),
        ...[one.amount, one.spent, one.committed, one.waiting].map((amount) => words.money(amount, currency)),
      ]),
    },
    {
      title: text("report.time"),
      head: [text("report.project"), text("report.logged")],
      rows: time.map((one) => [one.project?.title ?? text("report.elsewhere"), words.hours(one.minutes)]),
      bars: time.map(({ minutes }) => minutes / most),
    },
    {
      title: text("report.bookings"),
      head: [text("report.what"), text("report.count"), text("report.booked")],
      rows: (bookings ?? []).map((one) => [one.name, words.count(one.count), words.hours(one.minutes)]),
    },
  ];
}
