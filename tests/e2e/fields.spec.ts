import type { Locator } from "@playwright/test";
import {
  createProjectField,
  type FieldSettings,
  listProjectFields,
  updateProjectField,
} from "../../shared/work/fields/fields.contract";
import { updateTask } from "../../shared/work/tasks/tasks.contract";
import { paths } from "../../client/platform/paths";
import { Board } from "./support/board";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";

test("a field is created, filled in and shown on another person's card live", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { say, page } = manager;
  const theirs = await new Board(colleague).open(harbour);
  await page.goto(paths.projectFields(harbour.projectId));
  await page.getByRole("button", { name: say("projectField.new") }).click();
  const panel = page.getByRole("dialog", { name: say("projectField.new") });
  await panel.getByRole("textbox", { name: say("projectField.title"), exact: true }).fill("Size");
  await panel.getByRole("combobox", { name: say("projectField.kind"), exact: true }).click();
  await page.getByRole("option", { name: say("projectField.kind.choice"), exact: true }).click();
  await panel.getByRole("textbox", { name: say("projectField.option.number", { number: 1 }) }).fill("Small");
  await panel.getByRole("button", { name: say("projectField.option.add") }).click();
  await panel.getByRole("textbox", { name: say("projectField.option.number", { number: 2 }) }).fill("Large");
  await panel.getByRole("checkbox", { name: say("projectField.onCard") }).check();
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(page.getByRole("button", { name: say("projectField.more", { title: "Size" }) })).toBeVisible();

  const { id } = await harbour.task("Order tea");
  await new Board(manager).open(harbour, `?task=${id}`);
  await new TaskSheet(manager).choose("Size", "Large");
  await expect(theirs.card("Order tea")).toContainText("Large");

  await page.goto(paths.projectFields(harbour.projectId));
  await page.getByRole("button", { name: say("projectField.more", { title: "Size" }) }).click();
  await page.getByRole("menuitem", { name: say("projectField.remove") }).click();
  await expect(theirs.card("Order tea")).not.toContainText("Large");
  await page.getByRole("button", { name: say("bin.restoreNamed", { title: "Size" }) }).click();
  await expect(page.getByText(say("projectField.restoredNow", { title: "Size" })).first()).toBeVisible();
  await expect(theirs.card("Order tea")).toContainText("Large");
});

test("a field that was changed meanwhile is saved at the second attempt", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { say, page } = manager;
  await page.goto(paths.projectFields(harbour.projectId));
  await page.getByRole("button", { name: say("projectField.new") }).click();
  const panel = page.getByRole("dialog", { name: say("projectField.new") });
  await panel.getByRole("textbox", { name: say("projectField.title"), exact: true }).fill("Size");
  const kind = panel.getByRole("combobox", { name: say("projectField.kind"), exact: true });
  const option = panel.getByRole("textbox", { name: say("projectField.option.number", { number: 1 }) });
  await kind.click();
  await page.getByRole("option", { name: say("projectField.kind.choice"), exact: true }).click();
  await option.fill("Small");
  await kind.click();
  await page.getByRole("option", { name: say("projectField.kind.choices"), exact: true }).click();
  await expect(option).toHaveValue("Small");
  await panel.getByRole("button", { name: say("action.save") }).click();
  await page.getByRole("button", { name: say("projectField.more", { title: "Size" }) }).click();
  await page.getByRole("menuitem", { name: say("action.edit") }).click();
  const { data } = await harbour.owner.call(listProjectFields, { params: { id: harbour.projectId } });
  const { id, version } = data.fields[0] as FieldSettings;
  const params = { id: harbour.projectId, field_id: id };
  await harbour.owner.call(updateProjectField, { params, body: { title: "Length", version } });
  const editing = page.getByRole("dialog", { name: say("projectField.edit") });
  await editing.getByRole("textbox", { name: say("projectField.title"), exact: true }).fill("Width");
  await editing.getByRole("button", { name: say("action.save") }).click();
  await expect(editing.getByRole("alert")).toBeVisible();
  await editing.getByRole("button", { name: say("action.save") }).click();
  await expect(editing).toBeHidden();
  await expect(page.getByRole("button", { name: say("projectField.more", { title: "Width" }) })).toBeVisible();
});

test("a column that requires a field refuses the card, which opens at the field", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"], Done: [] });
  const { data: field } = await harbour.owner.call(createProjectField, {
    params: { id: harbour.projectId },
    body: { title: "Cost centre", kind: "text", required_column_ids: [harbour.column("Done")] },
  });
  const { say, page } = manager;
  const board = await new Board(manager).open(harbour);
  await board.drag("Order tea", { to: "Done" });
  const card = board.card("Order tea");
  await expect(card.getByRole("alert")).toContainText("Cost centre");
  await card.getByRole("button", { name: say("board.refused.fillIn") }).click();
  const value = new TaskSheet(manager).fact("Cost centre").getByRole("button");
  await expect(value).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("4711");
  await page.keyboard.press("Enter");
  await expect(value).toContainText("4711");
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: say("action.tryAgain") }).click();
  await board.expectColumn("Done", ["Order tea"]);

  await page.goto(`${harbour.path}?all=${encodeURIComponent(`field_${field.id}.contains:47`)}`);
  await board.expectColumn("Done", ["Order tea"]);
  await board.expectColumn("To do", []);
});

test("a change of the kind shows what is lost, and the other person's cards follow", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const { data: field } = await harbour.owner.call(createProjectField, {
    params: { id: harbour.projectId },
    body: { title: "Effort", kind: "text", on_card: true },
  });
  const tasks = [await harbour.task("Order tea"), await harbour.task("Paint the gate")] as const;
  for (const [at, value] of ["12", "a while"].entries()) {
    const id = tasks[at]?.id as number;
    await harbour.owner.call(updateTask, { params: { id }, body: { field_values: { [field.id]: value } } });
  }
  const theirs = await new Board(colleague).open(harbour);
  await expect(theirs.card("Paint the gate")).toContainText("a while");

  const { say, page } = manager;
  await page.goto(paths.projectFields(harbour.projectId));
  await page.getByRole("button", { name: say("projectField.more", { title: "Effort" }) }).click();
  await page.getByRole("menuitem", { name: say("projectField.changeKind") }).click();
  const dialog = page.getByRole("dialog", { name: say("projectField.changeKind.title", { title: "Effort" }) });
  await dialog.getByRole("combobox", { name: say("projectField.changeKind.to") }).click();
  await page.getByRole("option", { name: say("projectField.kind.number"), exact: true }).click();
  await expect(dialog).toContainText(say("projectField.changeKind.counts", { converted: 1, lost: 1 }));
  await expect(dialog).toContainText("Paint the gate");
  await dialog.getByRole("button", { name: say("projectField.changeKind.withLoss") }).click();
  await expect(dialog).toBeHidden();
  await expect(theirs.card("Paint the gate")).not.toContainText("a while");
  await expect(theirs.card("Order tea")).toContainText("12");

  await expect(page.getByText(say("projectField.kindChanged", { title: "Effort" })).first()).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText(say("projectField.kindRestored", { title: "Effort", count: 0 })).first()).toBeVisible();
  await expect(theirs.card("Paint the gate")).toContainText("a while");
  await expect(theirs.card("Order tea")).toContainText("12");
});

test("a field is created, filled in and filtered by with the keyboard alone", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
  const { say, page } = manager;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focusByTab = async (target: Locator, key = "Tab") => {
    for (let steps = 0; steps < 60; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    await expect(target).toBeFocused();
  };
  await page.goto(paths.projectFields(harbour.projectId));
  await page.getByRole("button", { name: say("projectField.new") }).waitFor();
  await focusByTab(page.getByRole("button", { name: say("projectField.new") }));
  await press("Enter");
  const panel = page.getByRole("dialog", { name: say("projectField.new") });
  await focusByTab(panel.getByRole("textbox", { name: say("projectField.title"), exact: true }));
  await page.keyboard.type("Cost centre");
  await focusByTab(panel.getByRole("button", { name: say("action.save") }));
  await press("Enter");
  await expect(page.getByRole("button", { name: say("projectField.more", { title: "Cost centre" }) })).toBeVisible();

  const board = await new Board(manager).open(harbour);
  await focusByTab(board.link("Order tea"));
  await press("v");
  // Typed without waiting, since each keystroke reaches what the previous one opened.
  await page.keyboard.type("cost");
  await press("Enter");
  await page.keyboard.type("4711");
  await press("Enter");
  await expect(board.link("Order tea")).toBeFocused();

  await focusByTab(page.getByRole("button", { name: say("filter.add"), exact: true }), "Shift+Tab");
  await press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await press("End", "Enter");
  const dialog = page.getByRole("dialog", { name: say("filter.advanced") });
  await focusByTab(dialog.getByRole("button", { name: say("filter.addCondition") }).first());
  await press("Enter");
  await focusByTab(dialog.getByRole("combobox", { name: say("filter.field") }));
  await page.keyboard.type("Cost");
  await focusByTab(dialog.getByRole("textbox"));
  await page.keyboard.type("47");
  await press("Escape");
  await expect(dialog).toHaveCount(0);
  await board.expectColumn("To do", ["Order tea"]);
});

test("the dialog for a move to another project says which values are kept and lost", async ({
  manager,
  newProject,
}) => {
  const [harbour, depot] = [
    await newProject({ "To do": ["Order tea"] }),
    await newProject({ "To do": ["Paint the gate"] }),
  ];
  const create = async (id: number, title: string, kind: "text" | "number") =>
    (await harbour.owner.call(createProjectField, { params: { id }, body: { title, kind } })).data.id;
  const [centre, effort] = [
    await create(harbour.projectId, "Cost centre", "text"),
    await create(harbour.projectId, "Effort", "number"),
  ];
  await create(depot.projectId, "Cost centre", "text");
  const { id, key } = await harbour.task("Order tea");
  const field_values = { [centre]: "4711", [effort]: 3 };
  await harbour.owner.call(updateTask, { params: { id }, body: { field_values } });
  const { say, page } = manager;
  await new Board(manager).open(harbour, `?task=${id}`);
  const sheet = new TaskSheet(manager);
  await sheet.root.getByRole("button", { name: say("board.card.menu", { key }) }).click();
  await page.getByRole("menuitem", { name: say("task.transfer") }).click();
  const dialog = page.getByRole("dialog", { name: say("task.transfer.title", { key }) });
  await dialog.getByRole("combobox", { name: say("task.transfer.project") }).fill(depot.title);
  await page.getByRole("option", { name: depot.title }).click();
  const note = dialog.getByRole("status");
  await expect(note).toContainText(say("task.transfer.fields.all", { fields: "Cost centre" }));
  await expect(note).toContainText(say("task.transfer.fields.none", { fields: "Effort" }));
  await dialog.getByRole("button", { name: say("task.transfer.do"), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${depot.projectId}/`));
  await expect(sheet.fact("Cost centre")).toContainText("4711");
  await expect(sheet.fact("Effort")).toHaveCount(0);
});
