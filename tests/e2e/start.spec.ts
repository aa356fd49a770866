import { expect, test } from "@playwright/test";

test("the sign-in screen opens, and complains about nothing", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("/");
  await expect(page.getByRole("textbox", { name: /e-?mail/i })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("every tenant has a sign-in screen on its own host name", async ({ page, baseURL }) => {
  const globex = new URL(baseURL ?? "");
  globex.hostname = `globex.${globex.hostname}`;
  await page.goto(globex.href);
  await expect(page.getByRole("textbox", { name: /e-?mail/i })).toBeVisible();
});
