import { parseArgs } from "node:util";
import { buildPrograms } from "../support/programs";
import { hasRedis } from "../support/redis";
import { type InBrowser, measureBrowser } from "./browser";
import { measureBookings } from "./bookings";
import { type GridInBrowser, measureGrid } from "./browser-grid";
import { measureOwn } from "./browser-own";
import { measureBulk } from "./bulk";
import { type Crowd, measureCrowd, quickCrowd, wholeCrowd } from "./crowd/crowd";
import { Generator } from "./generator";
import { measureGrowth } from "./growth/growth";
import { measureLoad, measureMemory, measureReads, measureTruth, type Results } from "./measure";
import { measureMoves } from "./moves";
import { launch } from "./page";
import { measurePeople } from "./people";
import { measureRequests } from "./requests";
import { printTable, writeDocument } from "./report";
import { measureScripts } from "./scripts";
import { measureSlow } from "./slow/slow";
import { measureStarving } from "./starving";
import { embedded, type Stage, withRedis } from "./stage";
import { measureStartup } from "./startup";

/**
 * Measures the built product on this machine, prints a table, and writes docs/performance.md.
 *
 *   npm run bench -- [--quick] [--only embedded|redis|starving|moves|slow|growth|crowd|bookings|people|browser|own|grid|start|scripts]
 */
async function main(): Promise<void> {
  const options = { quick: { type: "boolean", default: false }, only: { type: "string" } } as const;
  const { values } = parseArgs({ options });
  const wanted = (part: string) => !values.only || values.only === part;
  const seconds = values.quick ? 3 : 10;
  await buildPrograms(...(["browser", "own", "grid", "people"].some(wanted) ? (["client"] as const) : []));
  const results: Results = {
    startup: null,
    scripts: [],
    backends: [],
    crowds: [],
    bookings: null,
    people: null,
    browser: null,
    grid: null,
    slow: [],
    growth: [],
  };
  if (wanted("scripts")) results.scripts = await measureScripts();
  if (wanted("start")) results.startup = await measureStartup();
  for (const [part, start] of [
    ["embedded", embedded],
    ["redis", withRedis],
  ] as const) {
    if (!wanted(part)) continue;
    if (part === "redis" && !hasRedis)
      console.log("Not measured, because there is no redis-server here: the same with Redis.");
    else results.backends.push(await measured(start, seconds));
  }
  if (values.only === "starving") await alone(seconds);
  if (values.only === "moves") await moved(seconds);
  if (wanted("slow")) results.slow = await slowed(seconds);
  if (wanted("growth")) results.growth = await grown(seconds);
  if (wanted("crowd")) results.crowds = await inCrowd(values.quick ? quickCrowd : wholeCrowd);
  if (wanted("bookings")) results.bookings = await booked(values.quick ? 100_000 : 1_000_000);
  if (wanted("people")) results.people = await inPeople(seconds);
  if (values.only === "own") await owned(seconds);
  if (wanted("browser")) results.browser = await inBrowser(seconds);
  if (wanted("grid")) results.grid = await inGrid(seconds);
  printTable(results);
  if (!values.only && !values.quick) writeDocument(results);
  process.exit(0);
}

async function measured(start: () => Promise<Stage>, seconds: number) {
  const stage = await start();
  console.log(`\nMeasuring: ${stage.name}`);
  const generator = await Generator.start(stage.site);
  const memory = await measureMemory(stage, generator);
  const load = await measureLoad(stage, generator, seconds);
  const reads = await measureReads(stage, generator, seconds);
  const truth = await measureTruth(stage, generator, seconds);
  const bulk = await measureBulk(stage);
  const requests = await measureRequests(stage);
  const starving = await measureStarving(stage, generator, seconds);
  await generator.stop();
  await stage.stop();
  return { name: stage.name, memory, reads, load, truth, bulk, requests, starving };
}

/** The line about one account at its worst, by itself: it is printed, and belongs to what each backend is asked anyway. */
async function alone(seconds: number): Promise<void> {
  for (const start of hasRedis ? [embedded, withRedis] : [embedded]) {
    const stage = await start();
    console.log(`\nMeasuring: ${stage.name}`);
    const generator = await Generator.start(stage.site);
    await measureStarving(stage, generator, seconds);
    await generator.stop();
    await stage.stop();
  }
}

/** Where the time of a move goes; printed, and only when asked for. */
async function moved(seconds: number): Promise<void> {
  for (const start of hasRedis ? [embedded, withRedis] : [embedded]) {
    const stage = await start({ counting: true });
    console.log(`\nMeasuring: ${stage.name}`);
    await measureMoves(stage, seconds);
    await stage.stop();
  }
}

/** Crowds of screens, which lose their connections and their server. */
async function inCrowd(sizes: typeof wholeCrowd): Promise<Crowd[]> {
  const crowds: Crowd[] = [];
  for (const start of hasRedis ? [embedded, withRedis] : [embedded]) {
    const stage = await start();
    console.log(`\nMeasuring: ${stage.name}, a crowd`);
    crowds.push(await measureCrowd(stage, sizes));
    await stage.stop();
  }
  return crowds;
}

async function inPeople(seconds: number) {
  const stage = await embedded();
  console.log("\nMeasuring: people");
  const people = await measurePeople(stage, seconds);
  await stage.stop();
  return people;
}

async function slowed(seconds: number) {
  const stage = await embedded();
  console.log("\nMeasuring: slow readers");
  const generator = await Generator.start(stage.site);
  const slow = await measureSlow(stage, generator, seconds);
  await generator.stop();
  await stage.stop();
  return slow;
}

async function grown(seconds: number) {
  const stage = await embedded();
  console.log("\nMeasuring: growth");
  const growth = await measureGrowth(stage, seconds);
  await stage.stop();
  return growth;
}

/** One's own changes on the screen, by themselves: they are part of what is measured in the browser. */
async function owned(seconds: number): Promise<void> {
  const stage = await embedded();
  console.log("\nMeasuring: one's own changes in the browser");
  const browser = await launch();
  console.log(JSON.stringify(await measureOwn(browser, stage, seconds)));
  await browser.close();
  await stage.stop();
}

async function booked(earlier: number) {
  const stage = await embedded();
  console.log("\nMeasuring: bookings");
  const bookings = await measureBookings(stage, earlier);
  await stage.stop();
  return bookings;
}

async function inBrowser(seconds: number): Promise<InBrowser> {
  const stage = await embedded();
  console.log("\nMeasuring: in the browser");
  const generator = await Generator.start(stage.site);
  const figures = await measureBrowser(stage, generator, seconds);
  await generator.stop();
  await stage.stop();
  return figures;
}

async function inGrid(seconds: number): Promise<GridInBrowser> {
  const stage = await embedded();
  console.log("\nMeasuring: a day's grid in the browser");
  const generator = await Generator.start(stage.site);
  const figures = await measureGrid(stage, generator, seconds);
  await generator.stop();
  await stage.stop();
  return figures;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
