import type { CallResult, BookingResults } from "./bookings";
import type { PeopleResults } from "./people";
import type { SearchResults } from "./search";
import type { BrowserResults } from "./browser";
import type { OwnChangeDelays, ShownDelay } from "./browser-own";
import type { BrowserChartResult } from "./browser-chart";
import type { BrowserGridResult } from "./browser-grid";
import type { FrameTimes } from "./page";
import type { CpuTime } from "./cpu";
import type { CrowdResults } from "./crowd/crowd";
import type { Percentiles } from "./figures";
import type { Backend, BenchmarkResults } from "./measure";
import type { RequestReading, RequestResults } from "./requests";

export interface Goal<Figure = unknown> {
  what: string;
  goal: string;
  value(backend: Backend | null, results: BenchmarkResults): Figure | null;
  ofCrowd?(crowd: CrowdResults): Figure;
  text(figure: Figure): string;
  ok?(figure: Figure, backend: string): boolean;
}

export const defineGoal = <Figure>(line: Goal<Figure>): Goal => line as unknown as Goal;

const propagationOf = (backend: Backend | null, watchers: number, rate: number): Percentiles | null =>
  backend?.load.propagation.find((each) => each.watchers === watchers && each.rate === rate)?.result ?? null;
export const formatSpread = ({ p50, p95, p99 }: Percentiles) => `${p50} / ${p95} / ${p99} ms`;

export const propagationGoal = (watchers: number, rate: number, p50: number | null, p99: number | null): Goal =>
  defineGoal<Percentiles>({
    what: `move sent → on another's socket, ${watchers} watching, ${rate}/s: p50 / p95 / p99`,
    goal: p50 === null ? "" : `p50 ≤ ${p50}, p99 ≤ ${p99} ms`,
    value: (backend) => propagationOf(backend, watchers, rate),
    text: formatSpread,
    ...(p50 === null ? {} : { ok: (figure: Percentiles) => figure.p50 <= p50 && figure.p99 <= (p99 as number) }),
  });

export const throughputGoal = (
  movers: number,
  watchers: number,
  projects: number,
  minimumByName: Record<string, number>,
): Goal =>
  defineGoal<{ perSecond: number; errors: number; undelivered: number }>({
    what: `moves acknowledged, ${movers} movers, ${watchers} watching, ${projects === 1 ? "one project" : `${projects} projects`}`,
    goal: Object.entries(minimumByName)
      .map(([name, least]) => `${name ? `${name} ` : ""}≥ ${least}/s`)
      .join(", "),
    value: (backend) =>
      backend?.load.throughput.find(
        (each) => each.movers === movers && each.watchers === watchers && each.projects === projects,
      )?.result ?? null,
    text: ({ perSecond, errors, undelivered }) =>
      `${perSecond}/s${errors ? `, ${errors} errors` : ""}${undelivered ? `, ${undelivered} undelivered` : ""}`,
    ok: ({ perSecond, errors, undelivered }, name) =>
      perSecond >= (minimumByName[name] ?? minimumByName[""] ?? 0) && errors + undelivered === 0,
  });

export const cpuGoal = (what: string, most: CpuTime | null, value: (backend: Backend) => CpuTime | undefined): Goal =>
  defineGoal<CpuTime>({
    what: `processor time of ${what}: server and worker, PostgreSQL`,
    goal: most ? `≤ ${most.product} and ≤ ${most.database} ms` : "",
    value: (backend) => (backend ? (value(backend) ?? null) : null),
    text: ({ product, database }) => `${product} and ${database} ms`,
    ...(most ? { ok: (figure: CpuTime) => figure.product <= most.product && figure.database <= most.database } : {}),
  });

export const readingGoal = (cards: number, p50: number): Goal =>
  defineGoal<number>({
    what: `board of ${cards} cards, alone`,
    goal: `≤ ${p50} ms`,
    value: (backend) => backend?.reads.find((each) => each.cards === cards)?.plain.alone.p50 ?? null,
    text: (figure) => `${figure} ms`,
    ok: (figure) => figure <= p50,
  });

export const concurrentReadingGoal = (cards: number, least: number | null): Goal =>
  defineGoal<{ perSecond: number; plain: number; compressed: number }>({
    what: `board of ${cards} cards, 8 readers; bytes, compressed`,
    goal: least === null ? "" : `≥ ${least}/s`,
    value: (backend) => {
      const reads = backend?.reads.find((each) => each.cards === cards);
      return reads
        ? { perSecond: reads.plain.perSecond, plain: reads.plain.bytes, compressed: reads.compressed.bytes }
        : null;
    },
    text: ({ perSecond, plain, compressed }) => `${perSecond}/s; ${kilo(plain)}, ${kilo(compressed)}`,
    ...(least === null ? {} : { ok: ({ perSecond }: { perSecond: number }) => perSecond >= least }),
  });

const kilo = (bytes: number) => `${Math.round(bytes / 1_024)} kB`;

export const memoryGoal = (what: string, most: number, value: (backend: Backend) => number): Goal =>
  defineGoal<number>({
    what: `memory ${what}, workers included`,
    goal: `≤ ${most} MB`,
    value: (backend) => (backend ? value(backend) : null),
    text: (figure) => `${figure} MB`,
    ok: (figure) => figure <= most,
  });

export const deliveryGoal = <Figure>(
  what: string,
  wanted: string,
  value: (backend: Backend) => Figure,
  text: (figure: Figure) => string,
  ok: (figure: Figure) => boolean,
): Goal => defineGoal<Figure>({ what, goal: wanted, value: (backend) => (backend ? value(backend) : null), text, ok });

export const browserGoal = <Figure>(
  what: string,
  wanted: string,
  value: (figures: BrowserResults) => Figure | undefined,
  text: (figure: Figure) => string,
  ok?: (figure: Figure) => boolean,
): Goal =>
  defineGoal<Figure>({
    what,
    goal: wanted,
    value: (backend, { browser: figures }) => (backend || !figures ? null : (value(figures) ?? null)),
    text,
    ...(ok ? { ok } : {}),
  });

export const formatFrames = ({ p50, p95, max, long }: FrameTimes) => `${p50} / ${p95} / ${max} ms, ${long} over 50`;
export const isSmooth = ({ long }: FrameTimes) => long === 0;

export const boardInBrowserGoals = (cards: number): Goal[] => {
  const board = ({ boards }: BrowserResults) => boards.find((each) => each.cards === cards);
  const title = `board of ${cards} cards in a browser`;
  return [
    browserGoal(
      `${title}: until interactive`,
      "≤ 1,500 ms",
      (figures) => board(figures)?.interactiveMs,
      (ms) => `${ms} ms`,
      (ms) => ms <= 1_500,
    ),
    browserGoal(
      `${title}, dragging, frames: p50 / p95 / max`,
      "none over 50 ms",
      (all) => board(all)?.dragging,
      formatFrames,
      isSmooth,
    ),
    browserGoal(
      `${title}, scrolling, frames`,
      "none over 50 ms",
      (all) => board(all)?.scrolling,
      formatFrames,
      isSmooth,
    ),
    browserGoal(
      `${title}, 20 changes/s, frames`,
      "none over 50 ms",
      (all) => board(all)?.changing,
      formatFrames,
      isSmooth,
    ),
  ];
};

export const ownChangeGoal = (what: string, of: (changes: OwnChangeDelays) => ShownDelay): Goal =>
  browserGoal<ShownDelay>(
    `board of 1,000 cards, ${what}: from the press to the frame that shows it, p50 / p95 / max`,
    "p95 ≤ 32 ms",
    (figures) => of(figures.own),
    ({ p50, p95, max, later, count }) => `${p50} / ${p95} / ${max} ms; ${count - later} of ${count} in the next frame`,
    ({ p95 }) => p95 <= 32,
  );

export const gridInBrowserGoals = <Figure>(
  what: string,
  wanted: string,
  value: (grid: BrowserGridResult) => Figure,
  text: (figure: Figure) => string,
  ok?: (figure: Figure) => boolean,
): Goal =>
  defineGoal<Figure>({
    what: `day grid of 300 rooms with 3,000 bookings in a browser${what}`,
    goal: wanted,
    value: (backend, { grid }) => (backend || !grid ? null : value(grid)),
    text,
    ...(ok ? { ok } : {}),
  });

export const firstPageGoal = (what: string, of: (requests: RequestResults) => RequestReading, most = 200): Goal =>
  defineGoal<RequestReading>({
    what: `${what}, first page: p50 / p95 / p99; statements; bytes`,
    goal: `p95 ≤ ${most} ms`,
    value: (backend) => (backend ? of(backend.requests) : null),
    text: ({ answer, statements, bytes, errors }) =>
      `${formatSpread(answer)}; ${statements}; ${kilo(bytes)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ answer, errors }) => answer.p95 <= most && errors === 0,
  });

export const bookingGoal = (what: string, p50: number, of: (bookings: BookingResults) => CallResult): Goal =>
  defineGoal<CallResult>({
    what: `${what}: p50 / p95 / p99; bytes`,
    goal: `p50 ≤ ${p50} ms`,
    value: (backend, { bookings }) => (backend || !bookings ? null : of(bookings)),
    text: ({ answer, bytes, errors }) => `${formatSpread(answer)}; ${kilo(bytes)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ answer, errors }) => answer.p50 <= p50 && errors === 0,
  });

export const bookingCpuGoal = (what: string, most: number, of: (bookings: BookingResults) => CpuTime): Goal =>
  defineGoal<CpuTime>({
    what: `processor time of ${what}: product and database`,
    goal: `≤ ${most} ms together`,
    value: (backend, { bookings }) => (backend || !bookings ? null : of(bookings)),
    text: ({ product, database }) => `${product} and ${database} ms`,
    ok: ({ product, database }) => product + database <= most,
  });

export const chartInBrowserGoals = <Figure>(
  what: string,
  wanted: string,
  value: (chart: BrowserChartResult) => Figure,
  text: (figure: Figure) => string,
  ok?: (figure: Figure) => boolean,
): Goal =>
  defineGoal<Figure>({
    what: `organization chart of 2,000 in a browser${what}`,
    goal: wanted,
    value: (backend, { people }) => (backend || !people ? null : value(people.drawn)),
    text,
    ...(ok ? { ok } : {}),
  });

export const peopleGoal = (what: string, p50: number, of: (people: PeopleResults) => CallResult): Goal =>
  defineGoal<CallResult>({
    what: `${what}: p50 / p95 / p99; bytes`,
    goal: `p50 ≤ ${p50} ms`,
    value: (backend, { people }) => (backend || !people ? null : of(people)),
    text: ({ answer, bytes, errors }) => `${formatSpread(answer)}; ${kilo(bytes)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ answer, errors }) => answer.p50 <= p50 && errors === 0,
  });

export const searchGoal = (what: string, of: (search: SearchResults) => CallResult): Goal =>
  defineGoal<CallResult>({
    what: `search among 100,000 tasks in five scripts: ${what}, p50 / p95 / p99`,
    goal: "p50 ≤ 10 ms, p95 ≤ 50 ms",
    value: (backend, { search }) => (backend || !search ? null : of(search)),
    text: ({ answer, errors }) => `${formatSpread(answer)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ answer, errors }) => answer.p50 <= 10 && answer.p95 <= 50 && errors === 0,
  });
