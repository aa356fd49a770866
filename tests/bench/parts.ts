import { hasRedis } from "../support/redis";
import { measureBookings } from "./bookings";
import { measureBrowser } from "./browser";
import { measureGrid } from "./browser-grid";
import { measureOwn } from "./browser-own";
import { measureBulk } from "./bulk";
import { measureCrowd, quickCrowd, wholeCrowd } from "./crowd/crowd";
import { measureRestartCost } from "./crowd/restart-cost";
import { Generator } from "./generator";
import { measureGrowth } from "./growth/growth";
import { type Backend, measureLoad, measureMemory, measureReads, measureTruth, type Results } from "./measure";
import { measureMoves } from "./moves";
import { launch } from "./page";
import { measurePeople } from "./people";
import { measureBoardReads } from "./reads";
import { measureRequests, measureRequestsByStatement } from "./requests";
import { measureScripts } from "./scripts";
import { measureSlow } from "./slow/slow";
import { embedded, type Stage, type StageOptions, withRedis } from "./stage";
import { measureStarving } from "./starving";
import { measureStartup } from "./startup";

/** How long what has no end of its own is measured; quick is a quarter of the whole. */
interface Size {
  quick: boolean;
  seconds: number;
}

interface Part {
  /** Whether it measures in the built client. */
  inBrowser?: true;
  measure(size: Size): Promise<Partial<Results>>;
}

const backends = hasRedis ? [embedded, withRedis] : [embedded];

/** What the whole benchmark consists of, in this order. */
export const wholeParts: Record<string, Part> = {
  scripts: { measure: async () => ({ scripts: await measureScripts() }) },
  start: { measure: async () => ({ startup: await measureStartup() }) },
  embedded: { measure: async ({ seconds }) => ({ backends: [await onStage(embedded, "", backendIn(seconds))] }) },
  redis: {
    measure: async ({ seconds }) => {
      if (hasRedis) return { backends: [await onStage(withRedis, "", backendIn(seconds))] };
      console.log("Not measured, because there is no redis-server here: the same with Redis.");
      return {};
    },
  },
  slow: {
    measure: async ({ seconds }) => ({
      slow: await onStage(
        embedded,
        "slow readers",
        withGenerator((stage, crew) => measureSlow(stage, crew, seconds)),
      ),
    }),
  },
  growth: {
    measure: async ({ seconds }) => ({
      growth: await onStage(embedded, "growth", (stage) => measureGrowth(stage, seconds)),
    }),
  },
  crowd: { measure: (size) => crowdOn(embedded, size) },
  "crowd-redis": { measure: async (size) => (hasRedis ? crowdOn(withRedis, size) : {}) },
  bookings: {
    measure: async ({ quick }) => ({
      bookings: await onStage(embedded, "bookings", (stage) => measureBookings(stage, quick ? 100_000 : 1_000_000)),
    }),
  },
  people: {
    inBrowser: true,
    measure: async ({ seconds }) => ({
      people: await onStage(embedded, "people", (stage) => measurePeople(stage, seconds)),
    }),
  },
  browser: {
    inBrowser: true,
    measure: async ({ seconds }) => ({
      browser: await onStage(
        embedded,
        "in the browser",
        withGenerator((stage, generator) => measureBrowser(stage, generator, seconds)),
      ),
    }),
  },
  grid: {
    inBrowser: true,
    measure: async ({ seconds }) => ({
      grid: await onStage(
        embedded,
        "a day's grid in the browser",
        withGenerator((stage, generator) => measureGrid(stage, generator, seconds)),
      ),
    }),
  },
};

async function crowdOn(start: () => Promise<Stage>, { quick }: Size): Promise<Partial<Results>> {
  return { crowds: [await onStage(start, "a crowd", (stage) => measureCrowd(stage, quick ? quickCrowd : wholeCrowd))] };
}

/** Parts of others by themselves, or where the time goes: printed, and only when asked for. */
export const partsByThemselves: Record<string, Part> = {
  starving: {
    measure: async ({ seconds }) => {
      await onEach(
        "one account at its worst",
        withGenerator((stage, crew) => measureStarving(stage, crew, seconds)),
      );
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
  requests: {
    measure: async () => {
      await onStage(() => embedded({ counting: true }), "long lists of requests", measureRequestsByStatement);
      return {};
    },
  },
  restart: {
    measure: async ({ quick }) => {
      const { restarted } = quick ? quickCrowd : wholeCrowd;
      await onEach(`${restarted} clients that come back`, (stage) => measureRestartCost(stage, restarted), {
        counting: true,
      });
      return {};
    },
  },
  own: {
    inBrowser: true,
    measure: async ({ seconds }) => {
      await onStage(embedded, "one's own changes in the browser", async (stage) => {
        const browser = await launch();
        console.log(JSON.stringify(await measureOwn(browser, stage, seconds)));
        await browser.close();
      });
      return {};
    },
  },
};

/** Starts the product, says what is measured on it, and stops it again. */
async function onStage<T>(start: () => Promise<Stage>, what: string, measure: (stage: Stage) => Promise<T>) {
  const stage = await start();
  console.log(`\nMeasuring: ${[stage.name, what].filter(Boolean).join(", ")}`);
  const measured = await measure(stage);
  await stage.stop();
  return measured;
}

async function onEach<T>(
  what: string,
  measure: (stage: Stage) => Promise<T>,
  options: StageOptions = {},
): Promise<T[]> {
  const measured: T[] = [];
  for (const start of backends) measured.push(await onStage(() => start(options), what, measure));
  return measured;
}

const withGenerator =
  <T>(measure: (stage: Stage, generator: Generator) => Promise<T>) =>
  async (stage: Stage): Promise<T> => {
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
    const truth = await measureTruth(stage, generator, seconds);
    const bulk = await measureBulk(stage);
    const requests = await measureRequests(stage);
    const starving = await measureStarving(stage, generator, seconds);
    return { name: stage.name, memory, reads, load, truth, bulk, requests, starving };
  });
