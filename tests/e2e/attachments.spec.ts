import { pdf, png } from "../support/sample-files";
import { Attachments } from "./support/attachments";
import { Board } from "./support/board";
import { TaskSheet } from "./support/task";
import { directionsForOtherTests, directionsForLayoutTests } from "./support/languages";
import { expect, test } from "./support/test";

const drawing = { name: "plan.png", bytes: png(300, 200) };
const document = { name: "rules.pdf", bytes: pdf() };

for (const language of directionsForLayoutTests) {
  test.describe(`attachments, ${language}`, () => {
    test.use({ language });

    test("images are browsed one after the other by keyboard", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const board = await new Board(manager).open(harbour);
      await board.link("Order tea").click();
      const attachments = new Attachments(manager);
      await attachments.choose(drawing, { name: "second.png", bytes: png(200, 300) });
      await expect(attachments.item("second.png")).toBeVisible();
      await expect(attachments.item("plan.png")).toBeVisible();
      const first = (await attachments.root.locator("li[data-attachment] bdi").first().textContent()) as string;
      const second = first === "plan.png" ? "second.png" : "plan.png";
      await attachments.link(first).click();
      const dialog = manager.page.getByRole("dialog", { name: first, exact: true });
      await expect(dialog.getByRole("img", { name: first })).toBeVisible();
      await manager.page.keyboard.press(language === "ar" ? "ArrowLeft" : "ArrowRight");
      await expect(manager.page.getByRole("dialog", { name: second, exact: true })).toBeVisible();
      await manager.page.keyboard.press("Escape");
      await expect(new TaskSheet(manager).root).toBeVisible();
      await expect(attachments.link(first)).toBeFocused();
    });
  });
}

for (const language of directionsForOtherTests) {
  test.describe(`attachments, ${language}`, () => {
    test.use({ language });

    test("an attachment appears and disappears live in the other user's panel and card", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      await mine.link("Order tea").click();
      await theirs.link("Order tea").click();
      const [own, other] = [new Attachments(manager), new Attachments(colleague)];

      await own.choose(drawing, document);
      await expect(other.item("plan.png").locator("img")).toBeVisible(); // the thumbnail is created by a worker
      await expect(own.item("rules.pdf")).toBeVisible();
      await expect(theirs.card("Order tea")).toContainText(colleague.say("task.attachmentCount", { count: 2 }));

      await own.menu("plan.png", "attachment.makeCover");
      await expect(theirs.card("Order tea").locator("img")).toHaveJSProperty("naturalWidth", 300);
      await expect(other.item("plan.png")).toContainText(colleague.say("attachment.isCover"));

      await own.menu("rules.pdf", "attachment.rename");
      await manager.page.getByRole("textbox", { name: manager.say("attachment.title") }).fill("Rules of the house");
      await manager.page.keyboard.press("Enter");
      await expect(other.item("Rules of the house")).toBeVisible();

      await own.menu("plan.png", "attachment.delete");
      await manager.page.getByRole("button", { name: manager.say("action.delete"), exact: true }).click();
      await expect(other.item("plan.png")).toHaveCount(0);
      await expect(theirs.card("Order tea").locator("img")).toHaveCount(0);
      await expect(theirs.card("Order tea")).toContainText(colleague.say("task.attachmentCount", { count: 1 }));
    });
  });
}

test("attachments can be dropped, pasted and retried after a failure", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const board = await new Board(manager).open(harbour);
  await board.link("Order tea").click();
  await expect(new TaskSheet(manager).title).toHaveText("Order tea");
  const attachments = new Attachments(manager);
  await attachments.hand("drop", drawing);
  await expect(attachments.item("plan.png")).toBeVisible();
  await attachments.hand("paste", { name: "image.png", bytes: png(10, 10) });
  await expect(attachments.item(manager.say("attachment.pasted"))).toBeVisible();

  await attachments.choose({ name: "setup.exe", bytes: Buffer.from("MZ") });
  const refused = attachments.upload("setup.exe");
  await expect(refused).toContainText(manager.say("file.type"));
  await refused.getByRole("button", { name: manager.say("attachment.dismiss", { name: "setup.exe" }) }).click();
  await expect(refused).toHaveCount(0);

  await manager.context.setOffline(true);
  await attachments.choose(document);
  await expect(attachments.upload("rules.pdf")).toContainText(manager.say("attachment.offline"));
  await manager.context.setOffline(false);
  await expect(attachments.item("rules.pdf")).toBeVisible();
  await expect(attachments.upload("rules.pdf")).toHaveCount(0);
});

test("a canceled upload leaves no attachment", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const board = await new Board(manager).open(harbour);
  await board.link("Order tea").click();
  const attachments = new Attachments(manager);
  await manager.page.route("**/tasks/attachments", () => undefined);
  await attachments.choose(drawing);
  const upload = attachments.upload("plan.png");
  await expect(upload.getByRole("progressbar")).toHaveAccessibleName(
    manager.say("attachment.sending", { name: "plan.png" }),
  );
  await upload.getByRole("button", { name: manager.say("attachment.cancel", { name: "plan.png" }) }).click();
  await expect(upload).toHaveCount(0);
  await expect(attachments.item("plan.png")).toHaveCount(0);
  expect((await harbour.task("Order tea")).attachment_count).toBe(0);
});
