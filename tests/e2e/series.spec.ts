import { Board } from "./support/board";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";

test("a task is set to repeat by keyboard, its next date skipped and restored, and others see it", async ({
  manager,
  colleague,
  stage,
}) => {
  const harbour = await stage({ "To do": ["Check the backups"] });
  const { say, page } = manager;
  const theirs = await new Board(colleague).open(harbour);
  const { id } = await harbour.task("Check the backups");
  await new Board(manager).open(harbour, `?task=${id}`);
  const row = new TaskSheet(manager).fact(say("series.label"));

  await row.getByRole("button").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("series.repeatTask", { key: "" }).trim() });
  const dates = dialog.getByRole("region", { name: say("series.preview") }).getByRole("listitem");
  await expect(dates).toHaveCount(10);
  await dialog.getByRole("textbox", { name: say("booking.rule.every") }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: say("series.unit.day", { count: 1 }), exact: true }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText(say("booking.rule.day", { every: 1 }));
  await dialog.getByRole("button", { name: say("action.save") }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(say("booking.rule.day", { every: 1 }));
  await expect(theirs.card("Check the backups").getByRole("img", { name: say("task.isRepeating") })).toBeVisible();

  const nextDate = row.locator("time");
  const before = await nextDate.getAttribute("datetime");
  await expect(row.getByRole("button", { name: say("series.menu") })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: say("series.skipNext", { date: "" }).trim() }).press("Enter");
  await expect(nextDate).not.toHaveAttribute("datetime", before ?? "");
  await page
    .getByRole("button", { name: say("action.undo") })
    .last()
    .click();
  await expect(nextDate).toHaveAttribute("datetime", before ?? "");

  await row.getByRole("button", { name: say("series.menu") }).click();
  await page.getByRole("menuitem", { name: say("series.end") }).click();
  await expect(theirs.card("Check the backups").getByRole("img", { name: say("task.isRepeating") })).toBeHidden();
});

test("a paused series shows its state, and a changed rule appears for another person", async ({
  manager,
  colleague,
  stage,
}) => {
  const harbour = await stage({ "To do": ["Water the plants"] });
  const { say, page } = manager;
  const { id } = await harbour.task("Water the plants");
  const board = await new Board(manager).open(harbour);
  await board.cardMenu("Water the plants", say("series.repeat"));
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("region", { name: say("series.preview") }) });
  await dialog.getByRole("radio", { name: say("series.basis.completion") }).check();
  await dialog.getByRole("button", { name: say("action.save") }).click();
  await expect(dialog).toBeHidden();
  await new Board(colleague).open(harbour, `?task=${id}`);
  const theirRow = new TaskSheet(colleague).fact(colleague.say("series.label"));
  await expect(theirRow).toContainText(colleague.say("series.waiting"));

  const row = new TaskSheet(manager).fact(say("series.label"));
  await row.getByRole("button", { name: say("series.menu") }).click();
  await page.getByRole("menuitem", { name: say("series.pause") }).click();
  await expect(theirRow).toContainText(colleague.say("series.paused"));
  await row.getByRole("button", { name: say("series.menu") }).click();
  await page.getByRole("menuitem", { name: say("series.resume") }).click();
  await expect(theirRow).not.toContainText(colleague.say("series.paused"));
});
