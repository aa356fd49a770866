import type { Page } from "@playwright/test";
import { png } from "../support/sample-files";
import { expect, test } from "./support/test";

test("an article in two languages appears live and can be confirmed and archived", async ({ signInAs }) => {
  test.setTimeout(90_000);
  const mark = Date.now() % 100_000;
  const [english, arabic] = [`Gate ${mark} is closed on Friday`, `البوابة ${mark} مغلقة يوم الجمعة`];
  const author = await signInAs("manager@acme.test");
  const reader = await signInAs("employee@acme.test");
  const other = await signInAs("hr@acme.test", { language: "ar" });
  await reader.page.goto("/dashboard");
  await reader.page.getByRole("link", { name: "News", exact: true }).first().click();
  await expect(reader.page).toHaveTitle("News - Task Management");
  await expect(reader.page.getByRole("heading", { name: "The depot opens a second dock on 1 December" })).toBeVisible();

  await author.page.goto("/news-section");
  await author.page.getByRole("link", { name: "Write an article" }).click();
  await author.page.getByRole("textbox", { name: "Headline" }).fill(english);
  const text = author.page.getByRole("textbox", { name: "Text", exact: true });
  await text.click();
  await text.fill("Use the north gate instead.");
  const chooser = author.page.waitForEvent("filechooser");
  await author.page.getByRole("button", { name: "Insert a picture" }).click();
  await (await chooser).setFiles({ name: "gate.png", mimeType: "image/png", buffer: png() });
  // The picture belongs to an article, so that it saves the new one as a draft.
  await expect(text.getByRole("img")).toBeVisible();
  await expect(author.page).toHaveURL(/\/write$/);
  const attached = author.page.waitForEvent("filechooser");
  await author.page.getByRole("button", { name: author.say("news.attach") }).click();
  await (await attached).setFiles({ name: "gates.png", mimeType: "image/png", buffer: png() });
  await expect(author.page).toHaveURL(/\/edit$/);
  await expect(author.page.getByRole("link", { name: "gates.png" })).toBeVisible();
  await expect(text.getByRole("img")).toBeVisible();
  await author.page.getByRole("textbox", { name: "Description for people who can’t see it" }).fill("The north gate");
  await author.page.getByRole("button", { name: "Add a language" }).click();
  await author.page.getByRole("menuitem", { name: "العربية" }).click();
  await author.page.getByRole("textbox", { name: "Headline" }).fill(arabic);
  await author.page.getByRole("checkbox", { name: "Must read" }).check();
  await author.page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(author.page.getByRole("heading", { name: english, level: 1 })).toBeVisible();
  await expect(author.page.getByText(/^Read by 0 of \d+$/)).toBeVisible();

  await reader.page.getByRole("link", { name: english }).first().click();
  await expect(reader.page.getByRole("heading", { name: english, level: 1 })).toBeVisible();
  const picture = reader.page.getByRole("img", { name: "The north gate" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await reader.page.getByRole("button", { name: "I have read this" }).click();
  await expect(author.page.getByText(/^Read by 1 of \d+$/)).toBeVisible();

  await reader.page.getByRole("textbox", { name: /^Write a comment/ }).click();
  await reader.page.getByRole("textbox", { name: /^Write a comment/ }).fill("Is the south gate open?");
  await reader.page.getByRole("button", { name: "Send" }).click();
  await expect(author.page.getByText("Is the south gate open?")).toBeVisible();
  const comments = (page: Page) => page.getByRole("region", { name: /^Comments/ });
  await comments(author.page).getByRole("button", { name: "Add a reaction" }).click();
  await author.page.getByRole("dialog", { name: "Add a reaction" }).getByRole("button", { name: "Agreed" }).click();
  await expect(comments(reader.page).getByRole("list", { name: "Reactions" })).toBeVisible();

  const id = /\d+$/.exec(reader.page.url())?.[0] as string;
  await other.page.goto(`/news-section/${id}`);
  await expect(other.page.getByRole("heading", { name: arabic, level: 1 })).toBeVisible();

  await author.page.getByRole("button", { name: "Unpublish" }).click();
  await reader.page.goto("/news-section");
  await expect(reader.page.getByRole("heading", { name: "The depot opens a second dock on 1 December" })).toBeVisible();
  await expect(reader.page.getByRole("link", { name: english })).toHaveCount(0);
  expect([...author.complaints, ...reader.complaints]).toEqual([]);
});
