import { createProject, deleteProject, setProjectMembers } from "../../../shared/work/projects/projects.contract";
import * as contract from "../../../shared/work/tasks/tasks.contract";
import { Board } from "../support/board";
import { TaskSheet } from "../support/task";
import { expect, test } from "../support/test";

test("a member removed from the project sees the board close with a message", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const theirs = await new Board(colleague).open(harbour);
  await theirs.link("Order tea").click();
  await expect(new TaskSheet(colleague).title).toHaveText("Order tea");

  const members = [{ user_id: manager.id, role: "owner" as const }];
  await manager.api.call(setProjectMembers, { params: { id: harbour.projectId }, body: { members } });
  const { page, say } = colleague;
  await expect(page.getByRole("alert")).toContainText(say("board.revoked"));
  await expect(page.getByText("Order tea")).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole("heading", { name: say("errorPage.404") })).toBeVisible();
  await page.goto("/projects");
  await expect(page.getByRole("heading", { level: 1, name: say("title.projects") })).toBeVisible();
  await expect(page.getByRole("link", { name: harbour.title })).toHaveCount(0);
});

test("a viewer reads the board but can't change anything", async ({ signInAs, newProject }) => {
  const harbour = await newProject(
    { "To do": ["Order tea"] },
    { members: [{ email: "nora.lindqvist@acme.test", role: "viewer" }] },
  );
  const viewer = await signInAs("nora.lindqvist@acme.test");
  const theirs = await new Board(viewer).open(harbour);
  await expect(viewer.page.getByRole("main").getByRole("button", { name: viewer.say("board.newTask") })).toHaveCount(0);
  await expect(viewer.page.getByRole("button", { name: viewer.say("board.addTask") })).toHaveCount(0);
  await theirs.link("Order tea").focus();
  await viewer.page.keyboard.press("Space");
  await expect(theirs.announcement).toBeEmpty();
  await theirs.link("Order tea").click();
  const sheet = new TaskSheet(viewer);
  await expect(sheet.title).toHaveText("Order tea");
  await expect(sheet.title.getByRole("button")).toHaveCount(0);
  await expect(sheet.root.getByRole("textbox", { name: viewer.say("comment.write") })).toHaveCount(0);
  await harbour.owner.call(contract.updateTask, {
    params: { id: (await harbour.task("Order tea")).id },
    body: { title: "Order tea and sugar" },
  });
  await expect(sheet.title).toHaveText("Order tea and sugar");
});

test("a guest moves and edits own cards by keyboard, but not those of others", async ({ signInAs, newProject }) => {
  const harbour = await newProject(
    { "To do": ["Order tea", "Paint the gate"] },
    { members: [{ email: "nora.lindqvist@acme.test", role: "guest" }] },
  );
  const guest = await signInAs("nora.lindqvist@acme.test");
  const { id } = await harbour.task("Order tea");
  await harbour.owner.call(contract.updateTask, { params: { id }, body: { users: [guest.id] } });
  const board = await new Board(guest).open(harbour);
  const { keyboard } = guest.page;

  await board.link("Paint the gate").focus();
  await keyboard.press("Space");
  await expect(board.announcement).toBeEmpty();
  await keyboard.press("e");
  await expect(guest.page.getByRole("textbox", { name: guest.say("task.title") })).toHaveCount(0);

  await board.link("Order tea").focus();
  await keyboard.press("Space");
  await expect(board.announcement).not.toBeEmpty();
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await board.expectColumn("In progress", ["Order tea"]);
  await keyboard.press("e");
  await guest.page.getByRole("textbox", { name: guest.say("task.title") }).fill("Order green tea");
  await keyboard.press("Enter");
  await board.expectColumn("In progress", ["Order green tea"]);
});

test("another tenant sees no board, task or event of the project", async ({ manager, outsider, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await harbour.task("Order tea");
  const { page, say } = outsider;
  const heard: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));

  const mine = await new Board(manager).open(harbour);
  await page.goto(harbour.path);
  await expect(page.getByRole("heading", { name: say("errorPage.404") })).toBeVisible();
  await page.goto(`/project/tasks-details/${id}`);
  await expect(page.getByRole("heading", { name: say("errorPage.404") })).toBeVisible();
  expect(await outsider.api.status(contract.readBoard, { params: { id: harbour.projectId } })).toBe(404);
  expect(await outsider.api.status(contract.moveTask, { params: { id }, body: { task_status_id: 1 } })).toBe(404);

  await page.goto("/dashboard");
  await expect(
    page.getByRole("button", { name: say("connection.label", { status: say("connection.live") }) }),
  ).toBeVisible();
  await mine.drag("Order tea", { to: "Done" });
  await mine.expectColumn("Done", ["Order tea"]);
  // An event of the user's own tenant arrives, so an event of the other tenant isn't merely delayed.
  const { data } = await outsider.api.call(createProject, {
    body: { title: "Tasting room" },
  });
  await expect.poll(() => heard.join("\n")).toContain("Tasting room");
  expect(heard.join("\n")).not.toContain(harbour.title);
  expect(heard.join("\n")).not.toContain("Order tea");
  await outsider.api.call(deleteProject, {
    params: { id: data.id },
  });
});
