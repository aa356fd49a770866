import { readFileSync } from "node:fs";
import path from "node:path";
import { once } from "node:events";
import { createProject, deleteProject } from "../../shared/work/projects/projects.contract";
import { createTask, readBoard, updateTask } from "../../shared/work/tasks/tasks.contract";
import { createSeries, readTaskSeries } from "../../shared/work/series/series.contract";
import { createView } from "../../shared/work/views/views.contract";
import { Board } from "./support/board";
import { createPlankaServer, plankaKey } from "../support/planka-server";
import { pdf } from "../support/sample-files";
import { zip } from "../support/zip";
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

test("a board is imported again into its project while a colleague watches it", async ({ manager, colleague }) => {
  const { page, say } = manager;
  const boardFile = (change: (card: Record<string, unknown>) => void) => {
    const board = JSON.parse(trelloBoard.buffer.toString("utf8")) as { id: string; cards: Record<string, unknown>[] };
    board.id = `${board.id}-again`;
    board.cards.forEach(change);
    for (const card of board.cards) card.id = String(card.id).replace("aaaaaaaa", "bbbbbbbb");
    return { ...trelloBoard, buffer: Buffer.from(JSON.stringify(board)) };
  };
  const chooser = page.locator('input[type="file"]');
  await page.goto("/projects/import");
  await chooser.setInputFiles(boardFile(() => {}));
  await page.getByRole("button", { name: say("leaving.continue") }).click();
  await page.getByRole("textbox", { name: say("projectForm.title") }).fill("Move again");
  await page
    .getByRole("combobox", { name: say("projectImport.personIs", { name: "Noor Aziz" }) })
    .fill(colleague.fullname);
  await page.getByRole("option", { name: colleague.fullname }).click();
  await page.getByRole("button", { name: say("projectImport.check") }).click();
  await page.getByRole("button", { name: say("projectImport.start", { count: 4 }) }).click();
  await page.getByRole("link", { name: say("projectImport.openBoard") }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/tasks/);
  const id = Number(/\/projects\/(\d+)\//.exec(page.url())?.[1]);
  const { data: columns } = await manager.api.call(readBoard, { params: { id } });
  const boxes = columns.flatMap(({ tasks }) => tasks).find(({ title }) => title === "Boxes");
  await manager.api.call(updateTask, { params: { id: boxes?.id ?? 0 }, body: { title: "Crates" } });
  await colleague.page.goto(`/projects/${id}/tasks`);
  const watched = new Board(colleague);
  await watched.expectColumn("To do", ["Van", "Crates"]);

  await page.goto("/projects/import");
  const changed = boardFile((card) => {
    if (card.name === "Boxes") card.name = "Cartons";
    if (card.name === "Van") Object.assign(card, { name: "Lorry", idList: "L4" });
  });
  await chooser.setInputFiles(changed);
  await expect(
    page.getByRole("radio", { name: say("projectImport.target.update", { title: "Move again" }) }),
  ).toBeChecked();
  await page.getByRole("button", { name: say("leaving.continue") }).click();
  const person = page.getByRole("combobox", { name: say("projectImport.personIs", { name: "Noor Aziz" }) });
  await expect(person).toHaveValue(colleague.fullname);
  await page.getByRole("button", { name: say("projectImport.check") }).click();
  await expect(page.getByText(say("projectImport.update.updated", { count: 1 }))).toBeVisible();
  await expect(page.getByRole("link", { name: /Crates/ })).toBeVisible();
  await page.getByRole("button", { name: say("projectImport.update"), exact: true }).click();
  await expect(page.getByRole("link", { name: say("projectImport.openBoard") })).toBeVisible();

  await watched.expectColumn("Doing", ["Lorry"]);
  await watched.expectColumn("To do", ["Crates"]);
  await watched.link("Lorry").click();
  const panel = colleague.page.getByRole("dialog");
  await panel.getByRole("tab", { name: colleague.say("task.history") }).click();
  await expect(panel.getByRole("tabpanel").getByRole("listitem")).toHaveCount(2);
  await manager.api.status(deleteProject, { params: { id } });
});

test("an exported project is imported again, and its board looks the same", async ({ manager }) => {
  const { page, say } = manager;
  const { data: project } = await manager.api.call(createProject, { body: { title: "Export me" } });
  const { data: columns } = await manager.api.call(readBoard, { params: { id: project.id } });
  const [todo, doing] = columns.map(({ id }) => id) as [number, number];
  for (const [title, task_status_id] of [
    ["Pack", todo],
    ["Ship", doing],
  ] as const)
    await manager.api.call(createTask, { body: { title, task_status_id } });
  const { data: repeated } = await manager.api.call(createTask, { body: { title: "Count", task_status_id: doing } });
  const { data: calendar } = await manager.api.call(readTaskSeries, { params: { id: repeated.id } });
  await manager.api.call(createSeries, {
    params: { id: repeated.id },
    body: {
      unit: "day",
      every: 1,
      first_day: calendar.calendar.today,
      days_off: "keep",
      basis: "schedule",
      lead_days: 0,
      at_hour: 23,
    },
  });
  await manager.api.call(createView, {
    body: { project_id: project.id, scope: "project", name: "In work", layout: "list", query: `s=${doing}` },
  });

  await page.goto(`/projects/${project.id}/view`);
  await page.getByRole("button", { name: say("projects.more", { title: "Export me" }) }).click();
  await page.getByRole("menuitem", { name: say("title.projectExport") }).click();
  await expect(page.getByRole("heading", { level: 1, name: say("title.projectExport") })).toBeVisible();
  await expect(page.getByText(say("projectExport.omitted.history"))).toBeVisible();
  await expect(page.getByText(say("projectImport.count.views", { count: 1 }))).toBeVisible();
  await expect(page.getByText(say("projectExport.count.series", { count: 1 }))).toBeVisible();
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: say("projectExport.save") }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^[A-Z0-9]+-\d{4}-\d\d-\d\d\.zip$/);

  await page.goto("/projects/import");
  await page.locator('input[type="file"]').setInputFiles(await download.path());
  await expect(page.getByText(say("projectImport.source.workplace"))).toBeVisible();
  await page.getByRole("button", { name: say("leaving.continue") }).click();
  await page.getByRole("textbox", { name: say("projectForm.title") }).fill("Imported again");
  await page.getByRole("button", { name: say("projectImport.check") }).click();
  await expect(page.getByText(say("projectImport.noLosses"))).toBeVisible();
  await expect(page.getByText(say("projectImport.count.series", { count: 1 }))).toBeVisible();
  await page.getByRole("button", { name: say("projectImport.start", { count: 3 }) }).click();
  await page.getByRole("link", { name: say("projectImport.openBoard") }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/tasks/);
  const id = Number(/\/projects\/(\d+)\//.exec(page.url())?.[1]);
  expect(id).not.toBe(project.id);
  const board = new Board(manager);
  const names = columns.map(({ title }) => title) as [string, string];
  await board.expectColumn(names[0], ["Pack"]);
  await board.expectColumn(names[1], ["Ship", "Count"]);
  const { data: imported } = await manager.api.call(readBoard, { params: { id } });
  const counted = imported.flatMap(({ tasks }) => tasks).find(({ title }) => title === "Count");
  const { data: again } = await manager.api.call(readTaskSeries, { params: { id: Number(counted?.id) } });
  expect(again.series).toMatchObject({ state: "active", created_count: 1 });
  await page.getByRole("link", { name: "In work" }).click();
  await expect(page.getByText("Ship")).toBeVisible();
  await expect(page.getByText("Pack")).toBeHidden();
  for (const each of [id, project.id]) await manager.api.status(deleteProject, { params: { id: each } });
});

test("one of the projects in an export of Vikunja is chosen and imported with its file", async ({ manager }) => {
  const { page, say } = manager;
  const data = readFileSync(path.join(__dirname, "../work/imports/files/vikunja.json"));
  const buffer = zip([
    { name: "VERSION", content: "v2.0.0" },
    { name: "data.json", content: data },
    { name: "files/30", content: pdf("plan") },
  ]);
  await page.goto("/projects/import");
  await page.locator('input[type="file"]').setInputFiles({ name: "export.zip", mimeType: "application/zip", buffer });
  const choice = page.getByRole("combobox", { name: say("projectImport.board") });
  await expect(page.getByText(say("projectImport.board.why", { count: 2 }))).toBeVisible();
  await expect(page.getByRole("button", { name: say("leaving.continue") })).toBeDisabled();
  const optionOf = (title: string, count: number) =>
    page.getByRole("option", { name: say("projectImport.board.option", { title, count }) });
  await choice.click();
  await optionOf("Move / Garden", 1).click();
  await expect(page.getByText(say("projectImport.count.tasks", { count: 1 })).first()).toBeVisible();
  await choice.click();
  await optionOf("Move", 3).click();
  await expect(page.getByText(say("projectImport.count.files", { count: 1 }), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: say("leaving.continue") }).click();
  await expect(page.getByRole("textbox", { name: say("projectForm.title") })).toHaveValue("Move");
  await page.getByRole("button", { name: say("projectImport.check") }).click();
  await page.getByRole("button", { name: say("projectImport.start", { count: 3 }) }).click();
  await page.getByRole("link", { name: say("projectImport.openBoard") }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/tasks/);
  const board = new Board(manager);
  await board.expectColumn("Doing", ["Boxes"]);
  await manager.api.status(deleteProject, { params: { id: Number(/\/projects\/(\d+)\//.exec(page.url())?.[1]) } });
});

test("a board is read from Planka, whose key stays in the form until it is accepted", async ({
  manager,
}) => {
  const port = Number(process.env.E2E_PLANKA_PORT);
  const planka = createPlankaServer().listen(port, "127.0.0.1");
  await once(planka, "listening");
  const { page, say } = manager;
  try {
    await page.goto("/projects/import");
    await page.getByRole("button", { name: say("projectImport.planka.open") }).click();
    await page.getByLabel(say("projectImport.planka.address")).fill(`http://127.0.0.1:${port}`);
    const key = page.getByLabel(say("projectImport.planka.token"), { exact: true });
    await key.fill("another");
    await page.getByRole("button", { name: say("projectImport.planka.list") }).click();
    await expect(page.getByText(say("projectImport.planka.refused"))).toBeVisible();
    await expect(key).toHaveValue("another");
    await key.fill(plankaKey);
    await page.getByRole("button", { name: say("projectImport.planka.list") }).click();
    await page.getByRole("combobox", { name: say("projectImport.board") }).click();
    await page.getByRole("option", { name: "House / Move" }).click();
    await page.getByRole("button", { name: say("projectImport.planka.read") }).click();
    await expect(page.getByText(`: ${say("projectImport.source.planka")}`)).toBeVisible();
    await page.getByRole("button", { name: say("leaving.continue") }).click();
    await page.getByRole("textbox", { name: say("projectForm.title") }).fill("House move");
    await page.getByRole("button", { name: say("projectImport.check") }).click();
    await page.getByRole("button", { name: say("projectImport.start", { count: 3 }) }).click();
    await page.getByRole("link", { name: say("projectImport.openBoard") }).click();
    await new Board(manager).expectColumn("Doing", ["Boxes"]);
    const id = Number(/\/projects\/(\d+)\//.exec(page.url())?.[1]);
    await manager.api.status(deleteProject, { params: { id } });
  } finally {
    planka.close();
    planka.closeAllConnections();
  }
});
