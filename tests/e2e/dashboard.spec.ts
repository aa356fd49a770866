import { ready } from "./support/ready";
import { expect, test } from "./support/test";

test("panels are moved and hidden by keyboard, stay so, and come back", async ({ cast }) => {
  const { page, words } = await cast("finance@acme.test");
  await page.goto("/dashboard");
  await ready(page, words);
  const lately = page.getByRole("heading", { level: 2, name: words.say("dashboard.lately") });
  await expect(lately).toBeVisible();
  await page.getByRole("button", { name: words.say("dashboard.arrange") }).click();
  const dialog = page.getByRole("dialog", { name: words.say("dashboard.arrange") });
  const title = words.say("dashboard.panel.lately");
  const kept = () =>
    page.waitForResponse((answer) => answer.url().endsWith("/dashboard/layout") && answer.request().method() === "PUT");
  const rows = dialog.getByRole("list").first().getByRole("listitem");
  await expect(rows.last()).toContainText(title);
  const up = dialog.getByRole("button", { name: words.say("dashboard.up", { title }) });
  await up.focus();
  const moved = kept();
  await page.keyboard.press("Enter");
  await moved;
  await expect(rows.last()).not.toContainText(title);
  const show = dialog.getByRole("switch", { name: words.say("dashboard.show", { title }) });
  await show.focus();
  const hidden = kept();
  await page.keyboard.press("Space");
  await hidden;
  await expect(show).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(lately).toBeHidden();
  await page.reload();
  await ready(page, words);
  await expect(page.getByRole("heading", { level: 2, name: words.say("dashboard.myTasks") })).toBeVisible();
  await expect(lately).toBeHidden();
  await page.getByRole("button", { name: words.say("dashboard.arrange") }).click();
  await dialog.getByRole("button", { name: words.say("dashboard.reset") }).click();
  await page.keyboard.press("Escape");
  await expect(lately).toBeVisible();
});
