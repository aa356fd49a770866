import type { Frames, InBrowser } from "./browser";
import type { Spread } from "./figures";
import type { Backend, Results } from "./measure";
import type { Reading, Requests } from "./requests";
import type { Starving } from "./starving";

/** One line of the table: where its figure comes from, how it reads, and what it is held to. */
export interface Goal<Figure = unknown> {
  what: string;
  goal: string;
  /** Of one backend, or of none (asked once more with null) for what has no backend. Null: not measured. */
  value(backend: Backend | null, results: Results): Figure | null;
  text(figure: Figure): string;
  ok?(figure: Figure, backend: string): boolean;
}

const goal = <Figure>(line: Goal<Figure>): Goal => line as unknown as Goal;

const propagationOf = (backend: Backend | null, watchers: number, rate: number): Spread | null =>
  backend?.load.propagation.find((each) => each.watchers === watchers && each.rate === rate)?.result ?? null;
const spread = ({ p50, p95, p99 }: Spread) => `${p50} / ${p95} / ${p99} ms`;

const propagation = (watchers: number, rate: number, p50: number | null, p99: number | null): Goal =>
  goal<Spread>({
    what: `move sent → on another's socket, ${watchers} watching, ${rate}/s: p50 / p95 / p99`,
    goal: p50 === null ? "" : `p50 ≤ ${p50}, p99 ≤ ${p99} ms`,
    value: (backend) => propagationOf(backend, watchers, rate),
    text: spread,
    ...(p50 === null ? {} : { ok: (figure: Spread) => figure.p50 <= p50 && figure.p99 <= (p99 as number) }),
  });

const throughput = (movers: number, watchers: number, projects: number, wanted: Record<string, number>): Goal =>
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

const reading = (cards: number, p50: number): Goal =>
  goal<number>({
    what: `board of ${cards} cards, alone`,
    goal: `≤ ${p50} ms`,
    value: (backend) => backend?.reads.find((each) => each.cards === cards)?.plain.alone.p50 ?? null,
    text: (figure) => `${figure} ms`,
    ok: (figure) => figure <= p50,
  });

const readingTogether = (cards: number, least: number | null): Goal =>
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

const memory = (what: string, most: number, value: (backend: Backend) => number): Goal =>
  goal<number>({
    what: `memory ${what}, workers included`,
    goal: `≤ ${most} MB`,
    value: (backend) => (backend ? value(backend) : null),
    text: (figure) => `${figure} MB`,
    ok: (figure) => figure <= most,
  });

const truth = <Figure>(
  what: string,
  wanted: string,
  value: (backend: Backend) => Figure,
  text: (figure: Figure) => string,
  ok: (figure: Figure) => boolean,
): Goal => goal<Figure>({ what, goal: wanted, value: (backend) => (backend ? value(backend) : null), text, ok });

const browser = <Figure>(
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

const frames = ({ p50, p95, max, long }: Frames) => `${p50} / ${p95} / ${max} ms, ${long} over 50`;
const smooth = ({ long }: Frames) => long === 0;

const boardInBrowser = (cards: number): Goal[] => {
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

const opened = (what: string, of: (requests: Requests) => Reading): Goal =>
  goal<Reading>({
    what: `${what}, first page: p50 / p95 / p99; statements; bytes`,
    goal: "p95 ≤ 200 ms",
    value: (backend) => (backend ? of(backend.requests) : null),
    text: ({ answer, statements, bytes, errors }) =>
      `${spread(answer)}; ${statements}; ${kilo(bytes)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ answer, errors }) => answer.p95 <= 200 && errors === 0,
  });

export const goals: readonly Goal[] = [
  propagation(1, 5, null, null),
  propagation(50, 5, 10, 25),
  propagation(200, 5, 12, 30),
  propagation(50, 20, null, null),
  throughput(8, 0, 1, { Redis: 1_000, embedded: 800 }),
  throughput(32, 50, 1, { "": 800 }),
  throughput(32, 0, 10, { "": 1_500 }),
  goal<number>({
    what: "socket deliveries, 32 movers and 50 watching",
    goal: "≥ 20,000/s",
    value: (backend) => backend?.load.throughput.find((each) => each.watchers === 50)?.result.deliveries ?? null,
    text: (figure) => `${figure}/s`,
    ok: (figure) => figure >= 20_000,
  }),
  reading(200, 8),
  readingTogether(200, 600),
  reading(1_000, 25),
  readingTogether(1_000, null),
  reading(5_000, 100),
  readingTogether(5_000, null),
  memory("at rest", 165, (backend) => backend.memory.rest),
  memory("with 200 sockets", 230, (backend) => backend.memory.watched),
  memory("at its highest under load", 350, (backend) => backend.load.peakMemory),
  goal<number>({
    what: "start on an empty folder, demo included, to the first answer",
    goal: "",
    value: (backend, results) => (backend ? null : (results.startup?.firstMs ?? null)),
    text: (figure) => `${figure} ms`,
  }),
  goal<number>({
    what: "second start, database included, to the first answer",
    goal: "≤ 2 s",
    value: (backend, results) => (backend ? null : (results.startup?.secondMs ?? null)),
    text: (figure) => `${figure} ms`,
    ok: (figure) => figure <= 2_000,
  }),
  goal<number>({
    what: "script before the first screen, gzipped",
    goal: "≤ 250 kB",
    value: (backend, results) => (backend ? null : (results.scripts[0]?.kilobytes ?? null)),
    text: (figure) => `${figure} kB`,
    ok: (figure) => figure <= 250,
  }),
  truth(
    "20 clients at full speed: how many end up wrong",
    "0",
    ({ truth: { fullSpeed } }) => fullSpeed,
    ({ wrong, moves, settledMs }) => `${wrong} of 20 (${moves} moves, equal after ${settledMs} ms)`,
    ({ wrong }) => wrong === 0,
  ),
  truth(
    "60 boards opened while 20 moves/s run: how many stay stale",
    "0",
    ({ truth: { opening } }) => opening,
    ({ wrong, opened }) => `${wrong} of 60 (open p50 ${opened.p50} ms)`,
    ({ wrong }) => wrong === 0,
  ),
  truth(
    "20 at once to the top of a column: cards that share a position",
    "0",
    ({ truth: { topOfColumn } }) => topOfColumn,
    ({ shared, wrong, refused }) => `${shared}; ${wrong} screens wrong, ${refused} refused`,
    ({ shared, wrong, refused }) => shared + wrong + refused === 0,
  ),
  truth(
    "10 s without a connection, 20 moves/s meanwhile",
    "exactly the missed events",
    ({ truth: { away } }) => away,
    ({ missed, replayed, readAgain, caughtUpMs }) =>
      `${missed} missed, ${replayed} applied, ${readAgain} reads, ${caughtUpMs} ms`,
    ({ readAgain, wrong }) => readAgain + wrong === 0,
  ),
  goal<{ answer: Spread; errors: number }>({
    what: "500 tasks changed in one call: p50 / p95 / p99",
    goal: "",
    value: (backend) => backend?.bulk ?? null,
    text: ({ answer, errors }) => `${spread(answer)}${errors ? `, ${errors} errors` : ""}`,
    ok: ({ errors }) => errors === 0,
  }),
  goal<Starving>({
    what: "another tenant's calls, undisturbed → while one account does its worst: p99",
    goal: "≤ 2 times",
    value: (backend) => backend?.starving ?? null,
    text: ({ calm, under, errors }) => `${calm.p99} → ${under.p99} ms${errors ? `, ${errors} errors` : ""}`,
    ok: ({ calm, under, errors }) => errors === 0 && under.p99 <= 2 * calm.p99,
  }),
  opened("list of 100,000 finance requests", ({ list }) => list),
  opened("the same for a manager who decided 95,000", ({ ofDecider }) => ofDecider),
  opened("inbox with 5,000 waiting requests", ({ inbox }) => inbox),
  opened("95,000 decided requests", ({ decided }) => decided),
  ...boardInBrowser(1_000),
  ...boardInBrowser(4_000),
  browser(
    "list of 10,000 rows in a browser: until interactive",
    "",
    ({ list }) => list.interactiveMs,
    (ms) => `${ms} ms`,
  ),
  browser("list of 10,000 rows, scrolling, frames", "none over 50 ms", ({ list }) => list.scrolling, frames, smooth),
  browser("list of 10,000 rows, 20 changes/s, frames", "none over 50 ms", ({ list }) => list.changing, frames, smooth),
  browser(
    "board of 1,000 cards, heap before and after 20 changes/s",
    "doesn't grow",
    ({ memory }) => memory,
    ({ before, after, minutes }) => `${before} → ${after} MB after ${minutes} min`,
  ),
];
