import { hasRedis } from "../support/redis";
import { measureBoardImport } from "./board-import";
import { measureBookings } from "./bookings";
import { measureBrowser } from "./browser";
import { measureCalendar } from "./browser-calendar";
import { measureGrid } from "./browser-grid";
import { measureOwnChanges } from "./browser-own";
import { measureBulk } from "./bulk";
import { measureCrowd, quickCrowdSizes, fullCrowdSizes } from "./crowd/crowd";
import { measureRestartCost } from "./crowd/restart-cost";
import { measureFields } from "./fields";
import { Generator } from "./generator";
import { measureGrowth } from "./growth/growth";
import {
  type Backend,
  measureLoad,
  measureMemory,
  measureReads,
  measureDelivery,
  type BenchmarkResults,
} from "./measure";
import { measureMoves } from "./moves";
import { launchBrowser } from "./page";
import { measurePalette } from "./palette";
import { measurePeople } from "./people";
import { measureBoardReads } from "./reads";
import { measureRequests, measureRequestsByStatement } from "./requests";
import { measureRichText } from "./rich-text";
import { measureScripts } from "./scripts";
import { measureSearch } from "./search";
import { measureSlowReader } from "./slow/slow";
import { startEmbeddedServer, type BenchServer, type BenchServerOptions, startServerWithRedis } from "./bench-server";
import { measureStarving } from "./starving";
import { measureStartup } from "./startup";

/** `seconds`: duration of each measurement without a fixed end; shorter if `quick` is set. */
interface Size {
  quick: boolean;
  seconds: number;
}

interface Part {
  inBrowser?: true;
  measure(size: Size): Promise<Partial<BenchmarkResults>>;
}

const backends = hasRedis ? [startEmbeddedServer, startServerWithRedis] : [startEmbeddedServer];

export const defaultParts: Record<string, Part> = {
  scripts: { measure: async () => ({ scripts: await measureScripts() }) },
  palette: { measure: async ({ quick }) => ({ palette: measurePalette(quick ? 5 : 50) }) },
  start: { measure: async () => ({ startup: await measureStartup() }) },
  embedded: {
    measure: async ({ seconds }) => ({ backends: [await onBenchServer(startEmbeddedServer, "", backendIn(seconds))] }),
  },
  redis: {
    measure: async ({ seconds }) => {
      if (hasRedis) return { backends: [await onBenchServer(startServerWithRedis, "", backendIn(seconds))] };
      console.log("Not measured, because there is no redis-server here: the same with Redis.");
      return {};
    },
  },
  slow: {
    measure: async ({ seconds }) => ({
      slow: await onBenchServer(
        startEmbeddedServer,
        "slow readers",
        withGenerator((stage, crew) => measureSlowReader(stage, crew, seconds)),
      ),
    }),
  },
  growth: {
    measure: async ({ seconds }) => ({
      growth: await onBenchServer(startEmbeddedServer, "growth", (stage) => measureGrowth(stage, seconds)),
    }),
  },
  crowd: { measure: (size) => crowdOn(startEmbeddedServer, size) },
  "crowd-redis": { measure: async (size) => (hasRedis ? crowdOn(startServerWithRedis, size) : {}) },
  bookings: {
    measure: async ({ quick }) => ({
      bookings: await onBenchServer(startEmbeddedServer, "bookings", (stage) =>
        measureBookings(stage, quick ? 100_000 : 1_000_000),
      ),
    }),
  },
  people: {
    inBrowser: true,
    measure: async ({ seconds }) => ({
      people: await onBenchServer(startEmbeddedServer, "people", (stage) => measurePeople(stage, seconds)),
    }),
  },
  search: {
    measure: async ({ quick }) => ({
      search: await onBenchServer(startEmbeddedServer, "search", (stage) => measureSearch(stage, quick)),
    }),
  },
  browser: {
    inBrowser: true,
    measure: async ({ seconds }) => ({
      browser: await onBenchServer(
        startEmbeddedServer,
        "in the browser",
        withGenerator((stage, generator) => measureBrowser(stage, generator, seconds)),
      ),
    }),
  },
  calendar: {
    inBrowser: true,
    measure: async ({ seconds }) => ({
      calendar: await onBenchServer(startEmbeddedServer, "a calendar in the browser", (stage) =>
        measureCalendar(stage, seconds),
      ),
    }),
  },
  grid: {
    inBrowser: true,
    measure: async ({ seconds }) => ({
      grid: await onBenchServer(
        startEmbeddedServer,
        "a day's grid in the browser",
        withGenerator((stage, generator) => measureGrid(stage, generator, seconds)),
      ),
    }),
  },
};

async function crowdOn(start: () => Promise<BenchServer>, { quick }: Size): Promise<Partial<BenchmarkResults>> {
  return {
    crowds: [
      await onBenchServer(start, "a crowd", (stage) => measureCrowd(stage, quick ? quickCrowdSizes : fullCrowdSizes)),
    ],
  };
}

/** Parts that only print their results and that run only with `--only`. */
export const optionalParts: Record<string, Part> = {
  starving: {
    measure: async ({ seconds }) => {
      await onEach(
        "one account at its worst",
        withGenerator((stage, crew) => measureStarving(stage, crew, seconds)),
      );
      return {};
    },
  },
  "rich-text": {
    measure: async () => {
      await onBenchServer(startEmbeddedServer, "rich text", measureRichText);
      return {};
    },
  },
  moves: {
    measure: async ({ seconds }) => {
      await onEach("moves", (stage) => measureMoves(stage, seconds), { counting: true });
      return {};
    },
  },
  reads: {
    measure: async ({ seconds }) => {
      await onEach("reads of a board", (stage) => measureBoardReads(stage, seconds), { counting: true });
      return {};
    },
  },
  import: {
    measure: async ({ quick }) => {
      await onBenchServer(startEmbeddedServer, "an import of a board", (stage) => measureBoardImport(stage, quick));
      return {};
    },
  },
  fields: {
    inBrowser: true,
    measure: async ({ quick }) => {
      await onBenchServer(startEmbeddedServer, "fields of cards", (stage) => measureFields(stage, quick));
      return {};
    },
  },
  requests: {
    measure: async () => {
      await onBenchServer(
        () => startEmbeddedServer({ counting: true }),
        "long lists of requests",
        measureRequestsByStatement,
      );
      return {};
    },
  },
  restart: {
    measure: async ({ quick }) => {
      const { restarted } = quick ? quickCrowdSizes : fullCrowdSizes;
      await onEach(`${restarted} clients that come back`, (stage) => measureRestartCost(stage, restarted), {
        counting: true,
      });
      return {};
    },
  },
  own: {
    inBrowser: true,
    measure: async ({ seconds }) => {
      await onBenchServer(startEmbeddedServer, "one's own changes in the browser", async (stage) => {
        const browser = await launchBrowser();
        console.log(JSON.stringify(await measureOwnChanges(browser, stage, seconds)));
        await browser.close();
      });
      return {};
    },
  },
};

async function onBenchServer<T>(
  start: () => Promise<BenchServer>,
  what: string,
  measure: (stage: BenchServer) => Promise<T>,
) {
  const stage = await start();
  console.log(`\nMeasuring: ${[stage.name, what].filter(Boolean).join(", ")}`);
  const measured = await measure(stage);
  await stage.stop();
  return measured;
}

async function onEach<T>(
  what: string,
  measure: (stage: BenchServer) => Promise<T>,
  options: BenchServerOptions = {},
): Promise<T[]> {
  const measured: T[] = [];
  for (const start of backends) measured.push(await onBenchServer(() => start(options), what, measure));
  return measured;
}

const withGenerator =
  <T>(measure: (stage: BenchServer, generator: Generator) => Promise<T>) =>
  async (stage: BenchServer): Promise<T> => {
    const generator = await Generator.start(stage.site);
    const measured = await measure(stage, generator);
    await generator.stop();
    return measured;
  };

const backendIn = (seconds: number) =>
  withGenerator(async (stage, generator): Promise<Backend> => {
    const memory = await measureMemory(stage, generator);
    const load = await measureLoad(stage, generator, seconds);
    const reads = await measureReads(stage, generator, seconds);
    const truth = await measureDelivery(stage, generator, seconds);
    const bulk = await measureBulk(stage);
    const requests = await measureRequests(stage);
    const starving = await measureStarving(stage, generator, seconds);
    return { name: stage.name, memory, reads, load, truth, bulk, requests, starving };
  });
