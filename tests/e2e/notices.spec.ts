import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { freePort } from "../support/redis";
import { axeChecker } from "./support/axe";
import { createOperator } from "./support/operator";
import { demoAccounts, PersonFactory } from "./support/people";
import { expect, test } from "./support/test";

/** Maintenance affects all users of an installation, so this test uses a separate installation. */
let url: string;
let dataDir: string;
let server: ChildProcess;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const port = await freePort();
  url = `http://localhost:${port}`;
  dataDir = mkdtempSync(path.join(os.tmpdir(), "portal-notices-"));
  chmodSync(dataDir, 0o755); // PostgreSQL runs as another user when the tests run as root
  const root = path.resolve(__dirname, "../..");
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "silent" };
  server = spawn(process.execPath, [path.join(root, "scripts/start.mjs")], { cwd: root, env, stdio: "ignore" });
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ready, { timeout: 200_000 }).toBe(200);
});

test.afterAll(async () => {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
  rmSync(dataDir, { recursive: true, force: true });
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 16).replace("T", " ");

async function operatorPage(page: Page): Promise<void> {
  const { email, password, secret } = await createOperator(dataDir);
  await page.goto(`${url}/operator`);
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("textbox", { name: "Code" }).fill(generateSync({ secret }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Announcement and maintenance" })).toBeVisible();
}

test("an announcement and maintenance appear on open pages, and typed text is kept", async ({
  browser,
  playwright,
  words,
}) => {
  const people = new PersonFactory(browser, await playwright.request.newContext(), url);
  const manager = await people.person(demoAccounts.manager);
  const colleague = await people.person(demoAccounts.colleague, { language: "de" });
  const context = await browser.newContext({ reducedMotion: "reduce", timezoneId: "UTC" });
  const operator = await context.newPage();
  await operatorPage(operator);
  const panel = operator.getByRole("region", { name: "Announcement and maintenance" });
  const look = axeChecker(operator, words);

  await manager.page.goto("/board");
  await colleague.page.goto("/board");
  await expect(manager.page.getByRole("button", { name: "New task" }).first()).toBeVisible();
  await expect(colleague.page.getByRole("banner")).toBeVisible();

  await test.step("an announcement in the user's language, until it is closed", async () => {
    await panel.getByRole("button", { name: "Announce" }).click();
    const dialog = operator.getByRole("dialog", { name: "Announce" });
    await dialog.getByRole("textbox", { name: "Shown until" }).fill(inAnHour());
    await dialog.getByRole("textbox", { name: "Text in Deutsch" }).fill("Heute Abend ziehen wir um");
    await dialog.getByRole("button", { name: "Announce" }).click();
    await expect(dialog.getByText("This field is required")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Text in English" }).fill("We are moving tonight");
    await look("announcement", null);
    await dialog.getByRole("button", { name: "Announce" }).click();
    await expect(dialog).toBeHidden();
    await expect(manager.page.getByRole("status").filter({ hasText: "We are moving tonight" })).toBeVisible();
    await expect(colleague.page.getByRole("status").filter({ hasText: "Heute Abend ziehen wir um" })).toBeVisible();
    await axeChecker(manager.page, words)("with an announcement", null);
    await manager.page.getByRole("button", { name: "Close the announcement" }).click();
    await manager.page.reload();
    await expect(manager.page.getByRole("button", { name: "New task" }).first()).toBeVisible();
    await expect(manager.page.getByText("We are moving tonight")).toBeHidden();
    await expect(colleague.page.getByText("Heute Abend ziehen wir um")).toBeVisible();
  });

  await test.step("maintenance covers the page, also after a reload, and goes by itself", async () => {
    await manager.page.getByRole("button", { name: "New task" }).first().click();
    const title = manager.page.getByRole("dialog").getByRole("textbox").first();
    await title.fill("Half a thought");
    await panel.getByRole("button", { name: "Begin maintenance" }).click();
    const dialog = operator.getByRole("dialog", { name: "Begin maintenance" });
    await dialog.getByRole("textbox", { name: "Expected end" }).fill(inAnHour());
    await dialog.getByRole("button", { name: "Begin maintenance" }).click();
    await expect(panel.getByText("On, expected until")).toBeVisible();

    const cover = manager.page.getByRole("dialog", { name: "Site is Under Maintenance" });
    await expect(cover).toBeVisible();
    await expect(cover.getByText(/^Expected end: .*\([\w ]+\)$/)).toBeVisible();
    await axeChecker(manager.page, words)("maintenance", null);
    for (let times = 0; times < 2; times++) await manager.page.keyboard.press("Escape");
    await manager.page.keyboard.type("lost");
    await expect(cover).toBeVisible();
    await colleague.page.reload();
    await expect(colleague.page.getByRole("dialog", { name: "Die Seite wird gewartet" })).toBeVisible();

    await panel.getByRole("button", { name: "End maintenance" }).click();
    await expect(cover).toBeHidden();
    await expect(colleague.page.getByRole("dialog", { name: "Die Seite wird gewartet" })).toBeHidden();
    await expect(title).toHaveValue("Half a thought");
    await expect(title).toBeFocused();
  });

  for (const person of [manager, colleague]) {
    expect(person.complaints).toEqual([]);
    await person.context.close();
  }
  await context.close();
});
