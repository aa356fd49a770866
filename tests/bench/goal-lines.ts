import type { Asked, Bookings } from "./bookings";
import type { People } from "./people";
import type { InBrowser } from "./browser";
import type { OwnChanges, Shown } from "./browser-own";
import type { ChartInBrowser } from "./browser-chart";
import type { GridInBrowser } from "./browser-grid";
import type { Frames } from "./page";
import type { Cpu } from "./cpu";
import type { Crowd } from "./crowd/crowd";
import type { Spread } from "./figures";
import type { Backend, Results } from "./measure";
import type { Reading, Requests } from "./requests";

/** One line of the table: where its figure comes from, how it reads, and what it is held to. */
export interface Goal<Figure = unknown> {
  what: string;
  goal: string;
  /** Of one backend, or of none (asked once more with null) for what has no backend. Null: not measured. */
  value(backend: Backend | null, results: Results): Figure | null;
  /** Of a crowd, which each backend may be measured with by itself. */
  ofCrowd?(crowd: Crowd): Figure;
  text(figure: Figure): string;
  ok?(figure: Figure, backend: string): boolean;
}

export const goal = <Figure>(line: Goal<Figure>): Goal => line as unknown as Goal;

const propagationOf = (backend: Backend | null, watchers: number, rate: number): Spread | null =>
  backend?.load.propagation.find((each) => each.watchers === watchers && each.rate === rate)?.result ?? null;
export const spread = ({ p50, p95, p99 }: Spread) => `${p50} / ${p95} / ${p99} ms`;

export const propagation = (watchers: number, rate: number, p50: number | null, p99: number | null): Goal =>
  goal<Spread>({
    what: `move sent → on another's socket, ${watchers} watching, ${rate}/s: p50 / p95 / p99`,
    goal: p50 === null ? "" : `p50 ≤ ${p50}, p99 ≤ ${p99} ms`,
    value: (backend) => propagationOf(backend, watchers, rate),
    text: spread,
    ...(p50 === null ? {} : { ok: (figure: Spread) => figure.p50 <= p50 && figure.p99 <= (p99 as number) }),
  });

export const throughput = (movers: number, watchers: number, projects: number, wanted: Record<string, number>): Goal =>
  goal<{ perSecond: number; errors: number; undelivered: number }>({
    what: `moves acknowledged, ${movers} movers, ${watchers} watching, ${projects === 1 ? "one project" : `${projects} projects`}`,
    goal: Object.entries(wanted)
      .map(([name, least]) => `${name ? `${name} ` : ""}≥ ${least}/s`)
      .join(", "),
    value: (backend) =>
      backend?.load.throughput.find(
        (each) => each.movers === movers && each.watchers === watchers && each.projects === projects,
      )?.result ?? null,
    text: ({ perSecond, errors, undelivered }) =>
      `${perSecond}/s${errors ? `, ${errors} errors` : ""}${undelivered ? `, ${undelivered} undelivered` : ""}`,
    ok: ({ perSecond, errors, undelivered }, name) =>
      perSecond >= (wanted[name] ?? wanted[""] ?? 0) && errors + undelivered === 0,
  });

export const cpuOf = (what: string, most: Cpu | null, value: (backend: Backend) => Cpu | undefined): Goal =>
  goal<Cpu>({
    what: `processor time of ${what}: server and worker, PostgreSQL`,
    goal: most ? `≤ ${most.product} and ≤ ${most.database} ms` : "",
    value: (backend) => (backend ? (value(backend) ?? null) : null),
    text: ({ product, database }) => `${product} and ${database} ms`,
    ...(most ? { ok: (figure: Cpu) => figure.product <= most.product && figure.database <= most.database } : {}),
  });

export const reading = (cards: number, p50: number): Goal =>
  goal<number>({
    what: `board of ${cards} cards, alone`,
    goal: `≤ ${p50} ms`,
    value: (backend) => backend?.reads.find((each) => each.cards === cards)?.plain.alone.p50 ?? null,
    text: (figure) => `${figure} ms`,
    ok: (figure) => figure <= p50,
  });

export const readingTogether = (cards: number, least: number | null): Goal =>
  goal<{ perSecond: number; plain: number; compressed: number }>({
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

export const memory = (what: string, most: number, value: (backend: Backend) => number): Goal =>
  goal<number>({
    what: `memory ${what}, workers included`,
    goal: `≤ ${most} MB`,
    value: (backend) => (backend ? value(backend) : null),
    text: (figure) => `${figure} MB`,
    ok: (figure) => figure <= most,
  });

export const truth = <Figure>(
  what: string,
  wanted: string,
  value: (backend: Backend) => Figure,
  text: (figure: Figure) => string,
  ok: (figure: Figure) => boolean,
): Goal => goal<Figure>({ what, goal: wanted, value: (backend) => (backend ? value(backend) : null), text, ok });

export const browser = <Figure>(
  what: string,
  wanted: string,
  value: (figures: InBrowser) => Figure | undefined,
  text: (figure: Figure) => string,
  ok?: (figure: Figure) => boolean,
): Goal =>
  goal<Figure>({
    what,
    goal: wanted,
    value: (backend, { browser: figures }) => (backend || !figures ? null : (value(figures) ?? null)),
    text,
    ...(ok ? { ok } : {}),
  });

export const frames = ({ p50, p95, max, long }: Frames) => `${p50} / ${p95} / ${max} ms, ${long} over 50`;
export const smooth = ({ long }: Frames) => long === 0;

export const boardInBrowser = (cards: number): Goal[] => {
  const board = ({ boards }: InBrowser) => boards.find((each) => each.cards === cards);
  const title = `board of ${cards} cards in a browser`;
  return [
    browser(
      `${title}: until interactive`,
      "≤ 1,500 ms",
      (figures) => board(figures)?.interactiveMs,
      (ms) => `${ms} ms`,
      (ms) => ms <= 1_500,
    ),
    browser(
      `${title}, dragging, frames: p50 / p95 / max`,
      "none over 50 ms",
      (all) => board(all)?.dragging,
      frames,
      smooth,
    ),
    browser(`${title}, scrolling, frames`, "none over 50 ms", (all) => board(all)?.scrolling, frames, smooth),
    browser(`${title}, 20 changes/s, frames`, "none over 50 ms", (all) => board(all)?.changing, frames, smooth),
  ];
};

export const own = (what: string, of: (changes: OwnChanges) => Shown): Goal =>
  browser<Shown>(
    `board of 1,000 cards, ${what}: from the press to the frame that shows it, p50 / p95 / max`,
    "p95 ≤ 16 ms",
    (figures) => of(figures.own),
    ({ p50, p95, max, later, count }) => `${p50} / ${p95} / ${max} ms; ${count - later} of ${count} in the next frame`,
    ({ p95 }) => p95 <= 16,
  );

export const gridInBrowser = <Figure>(
  what: string,
  wanted: string,
  value: (grid: GridInBrowser) => Figure,
  text: (figure: Figure) => string,
  ok?: (figure: Figure) => boolean,
): Goal =>
  goal<Figure>({
    what: `day grid of 300 rooms with 3,000 bookings in a browser${what}`,
    goal: wanted,
    value: (backend, { grid }) => (backend || !grid ? null : value(grid)),
    text,
    ...(ok ? { ok } : {}),
  });

export const opened = (what: string, of: (requests: Requests) => Reading): Goal =>
  goal<Reading>({
    what: `${what}, first page: p50 / p95 / p99; statements; bytes`,
    goal: "p95 ≤ 200 ms",
    value: (backend) => (backend ? of(backend.requests) : null),
    text: ({ answer, statements, bytes, errors }) =>
      `${spread(answer)}; ${statements}; ${kilo(bytes)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ answer, errors }) => answer.p95 <= 200 && errors === 0,
  });

export const booked = (what: string, p50: number, of: (bookings: Bookings) => Asked): Goal =>
  goal<Asked>({
    what: `${what}: p50 / p95 / p99; bytes`,
    goal: `p50 ≤ ${p50} ms`,
    value: (backend, { bookings }) => (backend || !bookings ? null : of(bookings)),
    text: ({ answer, bytes, errors }) => `${spread(answer)}; ${kilo(bytes)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ answer, errors }) => answer.p50 <= p50 && errors === 0,
  });

export const bookedCpu = (what: string, most: number, of: (bookings: Bookings) => Cpu): Goal =>
  goal<Cpu>({
    what: `processor time of ${what}: product and database`,
    goal: `≤ ${most} ms together`,
    value: (backend, { bookings }) => (backend || !bookings ? null : of(bookings)),
    text: ({ product, database }) => `${product} and ${database} ms`,
    ok: ({ product, database }) => product + database <= most,
  });

export const chartInBrowser = <Figure>(
  what: string,
  wanted: string,
  value: (chart: ChartInBrowser) => Figure,
  text: (figure: Figure) => string,
  ok?: (figure: Figure) => boolean,
): Goal =>
  goal<Figure>({
    what: `organization chart of 2,000 in a browser${what}`,
    goal: wanted,
    value: (backend, { people }) => (backend || !people ? null : value(people.drawn)),
    text,
    ...(ok ? { ok } : {}),
  });

export const ofPeople = (what: string, p50: number, of: (people: People) => Asked): Goal =>
  goal<Asked>({
    what: `${what}: p50 / p95 / p99; bytes`,
    goal: `p50 ≤ ${p50} ms`,
    value: (backend, { people }) => (backend || !people ? null : of(people)),
    text: ({ answer, bytes, errors }) => `${spread(answer)}; ${kilo(bytes)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ answer, errors }) => answer.p50 <= p50 && errors === 0,
  });
