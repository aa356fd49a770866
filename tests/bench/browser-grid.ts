import { seedBookings } from "./booking-rows";
import { roundToTenth } from "./figures";
import type { Generator } from "./generator";
import {
  type FrameTimes,
  framesDuring,
  launchBrowser,
  openPath,
  openSignedInPage,
  mainThreadTimeOf,
  scrollWithWheel,
} from "./page";
import type { BenchServer } from "./bench-server";

export interface BrowserGridResult {
  interactiveMs: number;
  resting: FrameTimes;
  scrolling: FrameTimes;
  /** Frames while other users move 20 visible bookings a second. */
  changing: FrameTimes;
  /** Main-thread processor time per change, in milliseconds: stable even on a busy machine. */
  perChange: { all: number; scripts: number };
}

const rooms = 300;
const onTheDay = 3_000;
const inSight = 10;
const rate = 20;

export async function measureGrid(
  stage: BenchServer,
  generator: Generator,
  seconds: number,
): Promise<BrowserGridResult> {
  const { seed, site } = stage;
  const [tenant] = await seed.rows<{ id: string }>("SELECT tenant_id AS id FROM app_user WHERE id = $1", [
    site.people[0]?.id,
  ]);
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const requesterIds = site.people.map(({ id }) => id);
  const ids = await seedBookings(seed, {
    tenantId: Number(tenant?.id),
    requesterIds,
    rooms,
    onTheDay,
    day,
    earlier: 0,
  });
  const bookings = (
    await seed.rows<{ id: string; by: string; from: Date }>(
      "SELECT id, requester_id AS by, starts_at AS from FROM booking WHERE room_id = ANY ($1)",
      [ids.slice(0, inSight)],
    )
  ).map(({ id, by, from }) => ({ id: Number(id), by: requesterIds.indexOf(Number(by)), from: from.toISOString() }));
  await stage.settle();
  const browser = await launchBrowser();
  try {
    const page = await openSignedInPage(browser, stage);
    await openPath(page, stage, `/room-reservation?day=${day}`, "[data-booking]");
    const interactiveMs = await openPath(page, stage, `/room-reservation?day=${day}`, "[data-booking]");
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const resting = await framesDuring(page, () => page.waitForTimeout(seconds * 1_000));
    const scrolling = await framesDuring(page, () => scrollWithWheel(page, "[data-view=day]", seconds));
    await page.locator("[role=region]:has([data-view=day])").evaluate((box) => box.scrollTo(0, 0));
    await page.waitForTimeout(1_000);
    const before = await mainThreadTimeOf(session);
    let changed = 0;
    const changing = await framesDuring(page, async () => {
      changed = (await generator.run("bookingChanges", { bookings, rate, seconds })).changed;
    });
    const after = await mainThreadTimeOf(session);
    const per = (part: "all" | "scripts") => roundToTenth((after[part] - before[part]) / changed);
    const perChange = { all: per("all"), scripts: per("scripts") };
    const figures = { interactiveMs, resting, scrolling, changing, perChange };
    console.log(`  the grid of a day in the browser: ${JSON.stringify({ ...figures, changed })}`);
    return figures;
  } finally {
    await browser.close();
  }
}
