import { createComment } from "../../shared/work/comments/comments.contract";
import { updateSettings } from "../../shared/identity/session/session.contract";
import { readTask } from "../../shared/work/tasks/task-detail.contract";
import { archiveTask, assignTask, updateTask } from "../../shared/work/tasks/tasks.contract";
import { Board } from "./support/board";
import { holdRequests } from "./support/hold-requests";
import { TaskSheet } from "./support/task";
import { directionsForOtherTests, directionsForLayoutTests } from "./support/languages";
import { expect, test } from "./support/test";

for (const language of directionsForLayoutTests) {
  test.describe(`task comments, ${language}`, () => {
    test.use({ language });

    test("comment drafts survive reloads, and quotes and mentions work by keyboard", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      const [tea, gate] = [await harbour.task("Order tea"), await harbour.task("Paint the gate")];
      await colleague.api.call(createComment, { body: { task_id: tea.id, comment: "Green or black?" } });
      const board = await new Board(manager).open(harbour, `?task=${tea.id}`);
      const sheet = new TaskSheet(manager);
      const { say, page } = manager;

      await sheet.comments().hover();
      await sheet
        .comments()
        .getByRole("button", { name: say("comment.reply") })
        .click();
      const field = sheet.root.getByRole("textbox", { name: say("comment.write") });
      await expect(field.locator("blockquote")).toContainText("Green or black?");
      await expect(field).toContainText(`@${colleague.fullname}`);
      await field.press("End");
      await page.keyboard.type("Green, ");
      const draft = sheet.root.getByText(say("draft.saved", { at: "\u0000" }).split("\u0000")[0] as string);
      await expect(draft).toBeVisible();

      await board.link("Paint the gate").click();
      await expect(sheet.title).toHaveText(gate.title);
      await expect(field).toHaveValue("");
      await page.goto(`${harbour.path}?task=${tea.id}`);
      await expect(field).toContainText("Green,");

      await field.click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(` @${manager.fullname.slice(0, 4)}`);
      await expect(
        page.getByRole("listbox", { name: say("comment.mention") }).getByRole("option", { name: manager.fullname }),
      ).toBeVisible();
      await page.keyboard.press("Enter");
      await sheet.send();
      await expect(sheet.comments()).toHaveCount(2);
      await expect(sheet.comments().last()).toContainText(`@${manager.fullname}`);
      await expect(draft).toHaveCount(0);
    });
  });
}

test("text typed while a comment is being sent stays", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page } = manager;
  await new Board(manager).open(harbour, `?task=${(await harbour.task("Order tea")).id}`);
  const sheet = new TaskSheet(manager);
  const field = await sheet.write();
  await page.keyboard.type("Green");
  const { requested, release } = await holdRequests(page, /\/comments$/);
  await sheet.send();
  await requested;
  await field.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" or black?");
  release();
  await expect(sheet.comments()).toHaveCount(1);
  await expect(sheet.comments()).toContainText("Green");
  await expect(field).toContainText("Green or black?");
});

for (const language of directionsForOtherTests) {
  test.describe(`task comments, ${language}`, () => {
    test.use({ language });

    test("reactions appear live with the names of their users", async ({ manager, colleague, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const task = await harbour.task("Order tea");
      await manager.api.call(createComment, { body: { task_id: task.id, comment: "Green or black?" } });
      await new Board(manager).open(harbour, `?task=${task.id}`);
      await new Board(colleague).open(harbour, `?task=${task.id}`);
      const [sheet, other] = [new TaskSheet(manager), new TaskSheet(colleague)];
      const { say } = colleague;

      await other.comments().hover();
      await other
        .comments()
        .getByRole("button", { name: say("reaction.add") })
        .click();
      await colleague.page.getByRole("button", { name: say("reaction.heart"), exact: true }).click();

      const heart = say("reaction.who", { people: colleague.fullname, reaction: say("reaction.heart") });
      await expect(sheet.comments().getByRole("button", { name: heart })).toHaveAttribute("aria-pressed", "false");
      await expect(other.comments().getByRole("button", { name: heart })).toHaveAttribute("aria-pressed", "true");

      await sheet.comments().getByRole("button", { name: heart }).click();
      const chips = other.comments().getByRole("list", { name: say("reaction.list") });
      await expect(chips.getByRole("button")).toContainText(colleague.words.format.number(2));
      await chips.getByRole("button").click();
      await expect(chips.getByRole("button")).toContainText(colleague.words.format.number(1));
    });

    test("my work: an assigned task appears live and can be moved and undone", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"], Done: [] });
      const task = await harbour.task("Order tea");
      const { say, page } = colleague;
      await page.goto("/my-work?q=Order+tea");
      await new Board(colleague).connection("live");
      const row = page.getByRole("listitem").filter({ hasText: "Order tea" });
      await expect(row).toHaveCount(0);
      await manager.api.call(assignTask, { params: { id: task.id }, body: { users: [colleague.id] } });
      await expect(row).toHaveCount(1);
      await manager.api.call(updateTask, { params: { id: task.id }, body: { title: "Order tea and sugar" } });
      await expect(row).toContainText("Order tea and sugar");

      await page.getByRole("heading", { level: 1 }).focus();
      await page.keyboard.press("j");
      await expect(row.getByRole("link")).toBeFocused();
      await row.getByRole("button").first().click();
      await page.getByRole("option", { name: "Done" }).click();
      await expect(row).toHaveCount(0);
      await expect.poll(async () => (await harbour.titles()).Done).toEqual(["Order tea and sugar"]);
      await page.getByRole("button", { name: say("action.undo") }).click();
      await expect(row).toHaveCount(1);
    });
  });
}

test("a link to a comment opens it in the chosen layout", async ({ manager, signInAs, newProject }) => {
  const hana = await signInAs("hr@acme.test");
  const harbour = await newProject(
    { "To do": ["Order tea"] },
    { members: [{ email: "hr@acme.test", role: "member" }] },
  );
  const { id } = await harbour.task("Order tea");
  const comments = [];
  for (let n = 1; n <= 20; n++) {
    comments.push((await manager.api.call(createComment, { body: { task_id: id, comment: `Number ${n}` } })).data);
  }
  const third = comments[2]?.id as number;
  const { page, say } = hana;
  const [panel, whole] = [new TaskSheet(hana), new TaskSheet(hana, "page")];
  const comment = page.locator(`#comment-${third}`);

  await page.goto(`/t/${id}?comment=${third}`);
  await expect(panel.title).toHaveText("Order tea");
  await expect(comment).toBeInViewport();
  await expect(comment).toBeFocused();

  const { key } = await harbour.task("Order tea");
  await panel.root.getByRole("button", { name: say("board.card.menu", { key }) }).click();
  await page.getByRole("menuitemradio", { name: say("task.layout.page") }).click();
  await page.goto(`/t/${id}?comment=${third}`);
  await expect(page).toHaveURL(`/project/tasks-details/${id}?comment=${third}`);
  await expect(comment).toBeInViewport();
  await expect(whole.title).toHaveText("Order tea");

  const board = await new Board(hana).open(harbour);
  await board.link("Order tea").click();
  await expect(page).toHaveURL(`/project/tasks-details/${id}`);
  await page.goto(`/project/tasks-details-new/${id}`);
  await expect(panel.title).toHaveText("Order tea");

  await page.goto(`/t/${id}?comment=999999999`);
  await expect(page.getByText(say("comment.missing"))).toBeVisible();
  await hana.api.call(updateSettings, { body: { task_layout: "panel" } });
});

test("the history shows changes with names, and previous text", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await harbour.task("Order tea");
  const change = (body: object) => manager.api.call(updateTask, { params: { id }, body });
  await change({ description: "<p>Green</p>" });
  await change({ priority: "high", description: "<p>Black</p>" });
  await manager.api.call(createComment, { body: { task_id: id, comment: "Which?" } });
  const { page, say } = manager;
  await page.goto(`/project/tasks-details/${id}`);
  const sheet = new TaskSheet(manager, "page");
  await sheet.root.getByRole("tab", { name: say("task.history") }).click();
  const lines = sheet.root.getByRole("tabpanel").getByRole("listitem");
  // Two successive description changes are merged into one.
  await expect(lines).toHaveCount(3);
  await expect(lines.filter({ hasText: say("task.field.priority") })).toContainText(say("task.priority.high"));
  await change({ title: "Order tea and sugar" });
  await expect(lines.first()).toContainText("Order tea and sugar");
  await lines
    .getByRole("button", { name: say("task.history.show") })
    .first()
    .click();
  await expect(lines.getByRole("region", { name: say("task.history.after") })).toContainText("Black");
  await sheet.root.getByRole("tab", { name: say("task.history.all") }).click();
  await expect(sheet.comments()).toContainText("Which?");
  const { data } = await manager.api.call(readTask, { params: { id } });
  expect(data.comments).toHaveLength(1);
});

test("archived tasks are searched and restored in bulk, live for other users", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Order sugar", "Paint the gate"], Done: [] });
  for (const title of ["Order tea", "Order sugar", "Paint the gate"]) {
    await manager.api.call(archiveTask, { params: { id: (await harbour.task(title)).id } });
  }
  const path = `/projects/${harbour.projectId}/archived`;
  await manager.page.goto(path);
  await colleague.page.goto(path);
  const rows = manager.page.getByRole("main").getByRole("listitem");
  const theirs = colleague.page.getByRole("main").getByRole("listitem");
  await expect(theirs).toHaveCount(3);
  const { say, page } = manager;
  await page.getByRole("textbox", { name: say("archive.search") }).fill("order");
  await expect(rows).toHaveCount(2);
  await page.getByRole("checkbox", { name: say("archive.chooseAll") }).click();
  await page
    .getByRole("button", { name: say("task.restore"), exact: true })
    .first()
    .click();
  await page.getByRole("option", { name: "Done" }).click();
  await expect.poll(async () => (await harbour.titles()).Done?.toSorted()).toEqual(["Order sugar", "Order tea"]);
  // Each restored row offers to undo the whole restoration for some seconds.
  await page
    .getByRole("button", { name: say("action.undo") })
    .first()
    .click();
  await expect.poll(async () => (await harbour.titles()).Done).toEqual([]);
  await expect(theirs).toHaveCount(3);
});
