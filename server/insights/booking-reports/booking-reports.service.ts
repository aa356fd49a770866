import { type Period, previousPeriod, resolvePeriod } from "../../../shared/kernel/periods.rules";
import type {
  BookingReport,
  listReportFigure,
  readBookingReport as endpoint,
  ReportFigure,
  ReportRow,
} from "../../../shared/insights/booking-reports/booking-reports.contract";
import type { QueryOf } from "../../../shared/kernel/endpoint";
import { decimalsOf, sumOfMoney, toMoney } from "../../../shared/kernel/money";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import { Problem } from "../../../shared/kernel/problems";
import { canSeeBookings } from "../../bookings/bookings/bookings.policy";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { mapInChunks } from "../../platform/chunked-json";
import { concernsReader } from "../../platform/viewing";
import { countUsedHours, type UsageTimes } from "./booking-hours";
import * as statements from "./booking-reports.sql";

type ReportQuery = Pick<QueryOf<typeof endpoint>, "from" | "to" | "bookable_type" | "building_id">;
type ListQuery = Omit<QueryOf<typeof listReportFigure>, "page" | "per_page">;

interface Scope extends Period {
  query: ReportQuery;
  today: string;
  currency: string | null;
  buildings: { id: number; name: string }[];
}

async function scopeOf(tx: Tx, actor: Actor, query: ReportQuery): Promise<Scope> {
  if (!canSeeBookings(actor)) throw new Problem("permission.denied");
  const facts = await tx.one<Pick<Scope, "today" | "currency" | "buildings">>(statements.selectReportParameters);
  const { today, currency, buildings } = facts as NonNullable<typeof facts>;
  if (query.building_id && !buildings.some(({ id }) => id === query.building_id)) throw new Problem("notFound");
  return { query, ...resolvePeriod(query, today), today, currency, buildings };
}

const reportParams = ({ query, currency }: Scope, { from, to }: Period) => [
  from,
  to,
  query.bookable_type ?? null,
  query.building_id ?? null,
  decimalsOf(currency ?? "USD"),
];

interface ResourceRow {
  type: string;
  id: number;
  name: string;
  count: number;
  minutes: number;
  open_minutes: number;
  no_shows: number;
  expected: number;
  cost: string | null;
}

interface WholeReport extends UsageTimes {
  resources: ResourceRow[];
  departments: Omit<BookingReport["departments"][number], "query">[];
}

const resourceBatchSize = 500;

const sum = (rows: readonly ResourceRow[], of: (row: ResourceRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

function totalsOf(rows: readonly ResourceRow[], currency: string | null) {
  const [minutes, open] = [sum(rows, (row) => row.minutes), sum(rows, (row) => row.open_minutes)];
  return {
    bookings: sum(rows, (row) => row.count),
    minutes,
    use: open === 0 ? null : Math.round((minutes / open) * 1000) / 10,
    no_shows: sum(rows, (row) => row.no_shows),
    expected: sum(rows, (row) => row.expected),
    cost: sumOfMoney(
      rows.map(({ cost }) => cost),
      currency ?? "USD",
    ),
  };
}

/** Returns the usage of rooms and cars in a period and, with `compare`, in the period of the same length before it. */
export async function readBookingReport(
  tx: Tx,
  actor: Actor,
  { compare, ...query }: QueryOf<typeof endpoint>,
): Promise<BookingReport> {
  const scope = await scopeOf(tx, actor, query);
  const { from, to, today, currency, buildings } = scope;
  const about = reportParams(scope, scope);
  const whole = await tx.one<WholeReport>(statements.selectBookingReport, about);
  const { resources, departments, ...times } = whole as WholeReport;
  const before = compare
    ? totalsOf(
        await tx.rows<ResourceRow>(statements.selectUsageByResource, reportParams(scope, previousPeriod(scope))),
        currency,
      )
    : null;
  const totals = totalsOf(resources, currency);
  const amount = (cost: string | null) => (cost === null || currency === null ? null : toMoney(cost, currency));
  const figure = (name: "bookings" | "minutes" | "use" | "no_shows") => ({
    value: totals[name],
    previous: before?.[name] ?? null,
    query: listPath(scope, name === "no_shows" ? "no_shows" : "bookings"),
  });
  return {
    from,
    to,
    today,
    currency,
    buildings,
    figures: {
      bookings: figure("bookings"),
      minutes: figure("minutes"),
      use: figure("use"),
      no_shows: figure("no_shows"),
      expected: totals.expected,
    },
    cost:
      currency === null
        ? null
        : {
            amount: totals.cost,
            previous: before && before.cost,
            query: listPath(scope, "cost"),
          },
    hours: countUsedHours(times).map((one) => ({
      ...one,
      query: listPath(scope, "bookings", { weekday: one.weekday, hour: one.hour }),
    })),
    // Processed in batches that yield to other requests: a tenant may have ten thousand resources.
    resources: await mapInChunks(resources, resourceBatchSize, ({ expected: _, ...one }) => ({
      ...one,
      cost: amount(one.cost),
      query: listPath(scope, "bookings", { bookable_type: one.type, bookable_id: one.id }),
      no_shows_query: listPath(scope, "no_shows", { bookable_type: one.type, bookable_id: one.id }),
    })),
    departments: departments.map((one) => ({
      ...one,
      cost: amount(one.cost),
      query: listPath(scope, "bookings", { department_id: one.id ?? 0 }),
    })),
  };
}

function listPath(
  { query, from, to }: Scope,
  figure: ReportFigure,
  part: Record<string, string | number> = {},
): string {
  const { bookable_type, building_id } = query;
  const parameters = Object.entries({ from, to, bookable_type, building_id, figure, ...part });
  const address = new URLSearchParams(parameters.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
  for (const [name, value] of Object.entries(part)) address.set(name, String(value)); // 0 is a valid value
  return `/reservations/report/list?${address.toString()}`;
}

interface BookingRow extends Omit<ReportRow, "title" | "requester" | "start_date" | "end_date"> {
  starts_at: Date;
  ends_at: Date;
  title: string;
  requester: string | null;
  requester_id: number | null;
  private: boolean;
  total: number;
}

/** Bookings behind a figure, latest first. Private ones show time and resource, not title and requester. */
async function listFigureBookings(tx: Tx, actor: Actor, scope: Scope, query: ListQuery, page: [number, number]) {
  const rows = await tx.rows<BookingRow>(statements.selectBookingsForReport, [
    ...reportParams(scope, scope),
    query.bookable_id ?? null,
    query.department_id ?? null,
    query.figure === "no_shows",
    query.figure === "cost",
    query.weekday ?? null,
    query.hour ?? null,
    ...page,
  ]);
  const data = rows.map(({ private: hidden, requester_id, total: _, cost, starts_at, ends_at, ...row }): ReportRow => {
    const isVisible = !hidden || concernsReader(actor, (id) => id === requester_id);
    return {
      ...row,
      start_date: starts_at.toISOString(),
      end_date: ends_at.toISOString(),
      ...(isVisible ? {} : { title: null, requester: null }),
      cost: cost === null || scope.currency === null ? null : toMoney(cost, scope.currency),
    };
  });
  return { data, total: rows[0]?.total ?? 0 };
}

export async function listBookingsOfReport(tx: Tx, actor: Actor, query: QueryOf<typeof listReportFigure>) {
  const scope = await scopeOf(tx, actor, query);
  const page = pageOf(query, 50);
  const { data, total } = await listFigureBookings(tx, actor, scope, query, [page.perPage, page.offset]);
  return { data, meta: pageMetaOf(page, total) };
}

/** Row limits per format. An Excel file is built in memory; the file states when it is truncated. */
const maxRowsInFile = { csv: 200_000, xlsx: 5_000 } as const;

export async function reportWithBookings(tx: Tx, actor: Actor, query: ReportQuery, format: keyof typeof maxRowsInFile) {
  const report = await readBookingReport(tx, actor, query);
  const scope = await scopeOf(tx, actor, query);
  const behind = await listFigureBookings(tx, actor, scope, { ...query, figure: "bookings" }, [
    maxRowsInFile[format],
    0,
  ]);
  return { report, bookings: behind.data, total: behind.total };
}
