import { readFileSync } from "node:fs";
import path from "node:path";
import { deleteProject } from "../../shared/work/projects/projects.contract";
import { Board } from "./support/board";
import { expect, test } from "./support/test";

const trelloBoard = {
  name: "board.json",
  mimeType: "application/json",
  buffer: readFileSync(path.join(__dirname, "../work/imports/files/trello.json")),
};

test("a board of Trello is imported with a chosen person, who sees who imported it", async ({ manager, colleague }) => {
  const { page, say } = manager;
  await colleague.page.goto("/projects");
  await expect(colleague.page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/projects/import");
  const chooser = page.locator('input[type="file"]');
  await chooser.setInputFiles({ name: "page.html", mimeType: "text/html", buffer: Buffer.from("<!doctype html>") });
  await expect(page.getByRole("alert").getByText(say("projectImport.unreadable"))).toBeVisible();
  await chooser.setInputFiles(trelloBoard);
  await expect(page.getByText(say("projectImport.count.tasks", { count: 4 })).first()).toBeVisible();
  await expect(page.getByText(say("projectImport.loss.commentsMissing", { count: 1 }))).toBeVisible();
  await page.getByRole("button", { name: say("leaving.continue") }).click();

  const title = page.getByRole("textbox", { name: say("projectForm.title") });
  await expect(title).toHaveValue("Move");
  await title.fill("Move to Erbil");
  for (const name of ["Noor Aziz", "Sam Left"]) {
    await page.getByRole("combobox", { name: say("projectImport.personIs", { name }) }).fill(colleague.fullname);
    await page.getByRole("option", { name: colleague.fullname }).click();
  }
  await page.getByRole("button", { name: say("projectImport.check") }).click();
  await page.getByRole("button", { name: say("projectImport.start", { count: 4 }) }).click();

  await expect(colleague.page.getByRole("link", { name: "Move to Erbil" }).first()).toBeVisible();
  await page.getByRole("link", { name: say("projectImport.openBoard") }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/tasks/);
  const id = Number(/\/projects\/(\d+)\//.exec(page.url())?.[1]);
  const board = new Board(manager);
  await board.expectColumn("To do", ["Van", "Boxes"]);
  await board.expectColumn("Done", []);

  await colleague.page.getByRole("link", { name: "Move to Erbil" }).first().click();
  await new Board(colleague).link("Boxes").click();
  const panel = colleague.page.getByRole("dialog");
  const origin = colleague.say("importOrigin.from", { source: "Trello", name: manager.fullname });
  const comment = panel.getByRole("listitem").filter({ hasText: "Yes" });
  await expect(comment.getByText(colleague.fullname)).toBeVisible();
  await expect(comment.getByText(origin)).toBeVisible();
  await expect(panel.getByRole("definition").getByText(origin)).toBeVisible();
  await panel.getByRole("tab", { name: colleague.say("task.history") }).click();
  await expect(panel.getByRole("tabpanel").getByRole("listitem")).toContainText([manager.fullname]);
  await manager.api.status(deleteProject, { params: { id } });
});
