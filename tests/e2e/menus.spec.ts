import type { Locator, Page } from "@playwright/test";
import { Board } from "./support/board";
import { holdRequests } from "./support/hold-requests";
import { demoAccounts } from "./support/people";
import { expect, test } from "./support/test";

const sizes = [
  { width: 1366, height: 768 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 320, height: 480 },
];

const cards = ["Order tea", "Paint the gate", "Count the ropes", "Call the pilot"];

for (const viewport of sizes) {
  test(`board menus fit and scroll to the end: ${viewport.width}×${viewport.height}`, async ({
    signInAs,
    newProject,
  }) => {
    test.slow();
    const harbour = await newProject({ "To do": cards });
    const phone = viewport.width < 768;
    const manager = await signInAs(demoAccounts.manager, { browser: { viewport, hasTouch: phone } });
    const board = await new Board(manager).open(harbour);
    const { page, say } = manager;
    const check = async (label: string) => {
      const open = page.locator(floating).last();
      await expect(open, label).toBeVisible();
      await expectFits(page, open, phone, label);
      await page.keyboard.press("Escape");
      await expect(page.locator(floating), label).toHaveCount(0);
    };

    for (const title of cards) {
      await board.card(title).scrollIntoViewIfNeeded();
      await board.card(title).click({ button: "right" });
      await check(`the card menu of ${title}`);
    }
    for (const key of ["a", "p", "d", "m", "l", "e"]) {
      await board.link("Call the pilot").focus();
      await page.keyboard.press(key);
      await check(`what ${key} opens`);
    }
    await board.columnMenu("Done").click();
    await check("the menu of the last column");
    await page
      .getByRole("button", { name: new RegExp(`^${say("title.notifications")}`) })
      .first()
      .click();
    await check("the bell");
    await page.getByRole("button", { name: manager.fullname }).last().click();
    await check("one's own menu");
  });
}

const floating =
  ":is(.mantine-Menu-dropdown, .mantine-Popover-dropdown, .mantine-Combobox-dropdown):visible:not([style*='display: none'])";

async function expectFits(page: Page, open: Locator, phone: boolean, label: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect(async () => {
    const box = await open.boundingBox();
    if (!box) throw new Error(`${label} isn't there.`);
    expect(box.x, label).toBeGreaterThanOrEqual(0);
    expect(box.y, label).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, label).toBeLessThanOrEqual(width);
    expect(box.y + box.height, label).toBeLessThanOrEqual(height);
    if (phone) expect([box.x, box.width, Math.round(box.y + box.height)], label).toEqual([0, width, height]);
  }).toPass({ timeout: 20_000 });
  const last = open.locator("button:visible, [role=menuitem]:visible, [role=option]:visible, input:visible").last();
  // New items may arrive above in the meantime (the bell is live); retries the scroll.
  await expect(async () => {
    await last.scrollIntoViewIfNeeded();
    const reached = await last.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const topElement = document.elementFromPoint(x + width / 2, y + height / 2);
      return topElement !== null && (element.contains(topElement) || topElement.contains(element));
    });
    expect(reached, `the end of ${label}`).toBe(true);
  }).toPass({ timeout: 20_000 });
}

test("a menu opens when all of its items are loaded", async ({ manager: { page }, newProject }) => {
  const { title } = await newProject({});
  const { requested, release } = await holdRequests(page, /MuteItems-/);
  await page.goto("/projects");
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await requested;
  const archive = page.getByRole("menuitem", { name: "Archive" });
  await expect(archive).toHaveCount(0);
  release();
  await expect(archive).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Mute" })).toBeVisible();
});
