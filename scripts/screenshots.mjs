import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { chromiumArgs, chromiumPath } from "./chromium.mjs";
import { root } from "./processes.mjs";
import { startProduct } from "./screenshots/product.mjs";
import { scenes } from "./screenshots/scenes.mjs";
import { dragCardOverSlot, openBoard, signInPerson, waitUntilSettled } from "./screenshots/stage.mjs";

/**
 * Takes screenshots of the product with demo data.
 *
 * node scripts/screenshots.mjs docs/pictures/*.png for the README node scripts/screenshots.mjs --all <folder> […] every screen in light,
 * dark, Arabic and on a phone; further arguments select scenes by parts of their names
 *
 * SCREENSHOTS_URL is the address of a running product; without it the script starts one on a temporary folder.
 */
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const [flag, folder, ...only] = process.argv.slice(2);
if (flag !== undefined && (flag !== "--all" || !folder)) {
  console.error("Usage: node scripts/screenshots.mjs [--all <folder> [parts of names…]]");
  process.exit(1);
}

const { SCREENSHOTS_URL: running } = process.env;
const product = running ? { url: running, stop: async () => {} } : await startProduct();
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs });
try {
  if (folder) await all(path.resolve(folder));
  else {
    const pictures = path.join(root, "docs", "pictures");
    await boardPicture(path.join(pictures, "board.png"));
    await screenPicture("/approvals", path.join(pictures, "inbox.png"));
    await screenPicture("/room-reservation", path.join(pictures, "rooms.png"));
  }
} finally {
  await browser.close();
  await product.stop();
}

/** Takes a screenshot of one screen as the manager. @param {string} address @param {string} file */
async function screenPicture(address, file) {
  const me = await someone("manager@acme.test", { viewport: desk, deviceScaleFactor: 2 });
  await me.page.goto(address);
  await waitUntilSettled(me.page);
  await write(me.page, file);
}

/** Takes a screenshot of the board as one of three users while the other two work on it. @param {string} file */
async function boardPicture(file) {
  const me = await someone("manager@acme.test", { viewport: desk, deviceScaleFactor: 2 });
  const dara = await someone("employee@acme.test", { viewport: desk });
  const omar = await someone("omar.al.khatib@acme.test", { viewport: desk });
  const board = await me.board();
  const [doing, review] = [board[2], board[3]];
  await Promise.all([me, dara, omar].map(({ page }) => openBoard(page, board)));
  await me.page.getByRole("group", { name: "Viewing now" }).getByRole("img").nth(1).waitFor();

  await dara.page.locator(`[data-task="${doing.tasks[1].id}"] [data-card-link]`).click();
  const landed = review.tasks[0];
  await omar.call("PUT", `/task/${landed.id}/status-update`, {
    task_status_id: doing.id,
    before_id: doing.tasks[1].id,
    after_id: doing.tasks[2].id,
  });
  await dragCardOverSlot(omar.page, review.tasks[1].id, board[1].id, 1);
  await me.page.getByText("just now").waitFor();
  await me.page.locator("[data-held]").waitFor();
  await me.page.locator("[data-read]").waitFor();
  await waitUntilSettled(me.page);
  await write(me.page, file);
}

/** @param {import("@playwright/test").Page} page @param {string} file */
async function write(page, file) {
  const picture = await sharp(await page.screenshot({ animations: "disabled" }))
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, picture);
  console.log(`${path.relative(root, file)}: ${Math.round(picture.length / 1000)} kB`);
}

/** Takes a screenshot of every screen in four variants. @param {string} folder */
async function all(folder) {
  mkdirSync(folder, { recursive: true });
  const looks = /** @type {const} */ ([
    { name: "light", theme: "light", language: "en", viewport: desk },
    { name: "dark", theme: "dark", language: "en", viewport: desk },
    { name: "arabic", theme: "light", language: "ar", viewport: desk },
    { name: "phone", theme: "light", language: "en", viewport: phone },
    { name: "phone-arabic", theme: "dark", language: "ar", viewport: phone },
  ]);
  for (const look of looks) {
    const options = { viewport: look.viewport, hasTouch: look.viewport === phone };
    const me = await someone("manager@acme.test", options, look);
    const visitor = await someone(null, options, look);
    const administrator = await someone("admin@acme.test", options, look);
    const other = await someone("employee@acme.test", { viewport: desk });
    const board = await me.board();
    await openBoard(other.page, board);
    for (const [name, scene] of Object.entries(scenes(board))) {
      const title = `${name}.${look.name}`;
      if (only.length > 0 && !only.some((part) => title.includes(part))) continue;
      if (scene.wide && look.viewport === phone) continue;
      const { page } = scene.by ? { visitor, administrator }[scene.by] : me;
      try {
        await scene.show(page, other);
        await waitUntilSettled(page);
        await page.screenshot({ path: path.join(folder, `${title}.png`), animations: "disabled" });
      } catch (error) {
        await page.screenshot({ path: path.join(folder, `${title}.failed.png`) });
        console.error(`${title}: ${/** @type {Error} */ (error).message.split("\n")[0]}`);
      }
      await scene.over?.(page, other); // ends the drag before the next variant starts
      await Promise.all([page.mouse.up(), other.page.mouse.up()]);
      await other.page.keyboard.press("Escape");
    }
    await Promise.all([me, visitor, administrator, other].map(({ context }) => context.close()));
  }
}

/**
 * @param {string | null} email
 * @param {import("./screenshots/stage.mjs").ContextOptions} options
 * @param {{ theme: string, language: string }} [look]
 */
function someone(email, options, look) {
  return signInPerson(browser, email, { baseURL: product.url, ...options }, look);
}
