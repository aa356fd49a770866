import { deleteProject } from "../../shared/work/projects/projects.contract";
import { createSubtask } from "../../shared/work/tasks/subtasks.contract";
import {
  createTaskTemplate,
  listTaskTemplates,
  replaceTaskTemplateContent,
  setDefaultTaskTemplate,
  type TaskTemplate,
} from "../../shared/work/templates/task-templates.contract";
import { paths } from "../../client/platform/paths";
import { Board } from "./support/board";
import { holdRequests } from "./support/hold-requests";
import { expect, test } from "./support/test";

test("a project created from a template has dates and people, who see it", async ({ manager, colleague }) => {
  const { page, say } = manager;
  await colleague.page.goto("/projects");
  await expect(colleague.page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/projects");
  await page.getByRole("link", { name: say("templates.from") }).click();
  await page.getByRole("button", { name: "Trade fair", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Trade fair" });
  await expect(panel.getByText(say("templates.daysBefore", { count: 180 }))).toBeVisible();

  // Without a day the form is refused at the field, and the panel stays open.
  const day = panel.getByRole("textbox", { name: "First day of the fair" });
  const create = panel.getByRole("button", { name: say("projectForm.create") });
  await create.click();
  await expect(day).toHaveAttribute("aria-invalid", "true");

  await panel.getByRole("textbox", { name: say("projectForm.title") }).fill("Fair in Erbil");
  await day.fill("2030-09-10");
  await day.press("Tab");
  await expect(panel.getByText("9 Sept 2030")).toBeVisible();
  await panel.getByRole("combobox", { name: "Marketing" }).fill(colleague.fullname);
  await page.getByRole("option", { name: colleague.fullname }).click();
  await create.click();

  await expect(page).toHaveURL(/\/projects\/\d+\/tasks/);
  const id = Number(/\/projects\/(\d+)\//.exec(page.url())?.[1]);
  const board = new Board(manager);
  await board.expectColumn("To do", [
    "Register and choose the stand",
    "Design and order the stand",
    "Book travel and hotel",
    "Print brochures and gifts",
    "Make appointments with customers",
    "Set up the stand",
    "Answer all contacts",
  ]);
  await board.expectColumn("Ordered", []);
  await expect(colleague.page.getByRole("link", { name: "Fair in Erbil" }).first()).toBeVisible();
  await manager.api.status(deleteProject, { params: { id } });
});

test("a project is saved as a template, used with roles, deleted and restored", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Book the hall"] });
  const { page, say } = manager;
  const title = `Fair template ${harbour.projectId}`;
  await page.goto(`/projects/${harbour.projectId}/view`);
  await page.getByRole("button", { name: say("projects.more", { title: harbour.title }) }).click();
  await page.getByRole("menuitem", { name: say("templates.saveAs") }).click();
  const panel = page.getByRole("dialog", { name: say("templates.saveAs.title", { title: harbour.title }) });
  const name = panel.getByRole("textbox", { name: say("templates.title") });
  await name.fill("");
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill(title);
  await panel.getByRole("textbox", { name: say("templates.dayTitle") }).fill("First day of the fair");
  await panel.getByRole("textbox", { name: colleague.fullname }).fill("Lead of the fair");
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();

  const own = page.getByRole("region", { name: say("templates.own") });
  const card = own.getByRole("listitem").filter({ hasText: title });
  await card.getByRole("button", { name: title, exact: true }).click();
  const use = page.getByRole("dialog", { name: title });
  await use.getByRole("textbox", { name: say("projectForm.title") }).fill(`${title} 2030`);
  await use.getByRole("textbox", { name: "First day of the fair" }).fill("2030-09-10");
  await use.getByRole("combobox", { name: "Lead of the fair" }).fill(colleague.fullname);
  await page.getByRole("option", { name: colleague.fullname }).click();
  await use.getByRole("button", { name: say("projectForm.create") }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/tasks/);
  await new Board(manager).expectColumn("To do", ["Book the hall"]);
  const id = Number(/\/projects\/(\d+)\//.exec(page.url())?.[1]);
  await colleague.page.goto(`/projects/${id}/view`);
  await expect(colleague.page.getByText(say("templates.origin", { title }))).toBeVisible();
  await page.goto(`/projects/${id}/view`);
  await page.getByRole("link", { name: say("templates.origin", { title }) }).click();
  await page
    .getByRole("dialog", { name: title })
    .getByRole("button", { name: say("action.cancel") })
    .click();

  await card.getByRole("button", { name: say("templates.menu", { title }) }).click();
  await page.getByRole("menuitem", { name: say("templates.delete") }).click();
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: say("action.undo"), exact: true }).click();
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: say("templates.menu", { title }) }).click();
  await page.getByRole("menuitem", { name: say("templates.delete") }).click();
  await expect(card).toBeHidden();
  await manager.api.status(deleteProject, { params: { id } });
});

test("a task is saved as a template and created from it, and another person sees it", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order paper"] });
  const { page, say } = manager;
  const theirs = await new Board(colleague).open(harbour);
  const { id } = await harbour.task("Order paper");
  await page.goto(`/projects/${harbour.projectId}/task-templates?save=${id}`);
  const panel = page.getByRole("dialog", { name: say("templates.saveAs.title", { title: "Order paper" }) });
  await panel.getByRole("textbox", { name: say("templates.title") }).fill("Monthly order");
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: "Monthly order", exact: true })).toBeVisible();

  await new Board(manager).open(harbour);
  await page.getByRole("button", { name: say("board.column.menu", { title: "To do" }) }).click();
  await page.getByRole("button", { name: say("taskTemplates.new") }).click();
  await page.getByRole("button", { name: "Monthly order", exact: true }).press("Enter");
  const use = page.getByRole("dialog", { name: "Monthly order" });
  await use.getByRole("textbox", { name: say("taskTemplates.taskTitle") }).fill("Order pens");
  await use.getByRole("button", { name: say("newTask.create") }).click();
  await expect(theirs.card("Order pens")).toBeVisible();

  const made = await harbour.task("Order pens");
  await colleague.page.goto(paths.taskOnBoard(harbour.projectId, made.id));
  await expect(colleague.page.getByRole("link", { name: "Monthly order" })).toBeVisible();
  const [template] = (await harbour.owner.call(listTaskTemplates, { params: { id: harbour.projectId } })).data
    .templates;
  const { id: templateId, version } = template as TaskTemplate;
  await harbour.owner.call(replaceTaskTemplateContent, { params: { id: templateId }, body: { task_id: id, version } });
  await colleague.page.getByRole("link", { name: "Monthly order" }).click();
  await expect(
    colleague.page.getByText(colleague.say("taskTemplates.earlierTasks", { count: 1 }), { exact: true }),
  ).toBeVisible();
});

test("a column gets a default template, from which another person creates a task", async ({
  manager,
  colleague,
  newProject,
}) => {
  const harbour = await newProject({ "To do": ["Order paper"], Done: [] });
  const { page, say } = manager;
  const { id } = await harbour.task("Order paper");
  await harbour.owner.call(createSubtask, { body: { task_id: id, name: "Compare prices" } });
  await harbour.owner.call(createTaskTemplate, { body: { task_id: id, title: "Order" } });
  const theirs = await new Board(colleague).open(harbour);
  const field = colleague.page.getByRole("textbox", { name: colleague.say("board.quickAdd.label") });
  const note = colleague.page.getByText(colleague.say("newTask.fromTemplate", { title: "Order" }));
  await theirs
    .column("To do")
    .getByRole("button", { name: colleague.say("board.addTask"), exact: true })
    .click();
  await expect(field).toBeFocused();
  await expect(note).toBeHidden();

  await page.goto(paths.taskTemplates(harbour.projectId));
  await page.getByRole("button", { name: say("templates.menu", { title: "Order" }) }).click();
  await page.getByRole("menuitem", { name: say("taskTemplates.defaults") }).click();
  const panel = page.getByRole("dialog", { name: say("taskTemplates.defaults.of", { title: "Order" }) });
  await panel.getByRole("checkbox", { name: "To do" }).click();
  await expect(page.getByText(say("taskTemplates.isDefaultOf", { columns: "To do" }))).toBeVisible();

  await expect(note).toBeVisible();
  await field.fill("Order pens");
  await field.press("Enter");
  await expect(theirs.card("Order pens")).toContainText("0/1");
  await colleague.page.getByRole("button", { name: colleague.say("newTask.withoutTemplate") }).click();
  await expect(field).toBeFocused();
  await field.fill("Order ink");
  await field.press("Enter");
  await expect(theirs.card("Order ink")).toBeVisible();
  await expect(theirs.card("Order ink")).not.toContainText("0/1");

  // Undo removes the default again, on the other person's board as well.
  await field.press("Escape");
  await theirs
    .column("To do")
    .getByRole("button", { name: colleague.say("board.addTask"), exact: true })
    .click();
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: say("action.undo"), exact: true }).click();
  await expect(note).toBeHidden();
});

test("a task submitted before the default template is loaded starts from it", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order paper"] });
  const { page, say } = manager;
  const { id } = await harbour.task("Order paper");
  await harbour.owner.call(createSubtask, { body: { task_id: id, name: "Compare prices" } });
  const { data: template } = await harbour.owner.call(createTaskTemplate, { body: { task_id: id, title: "Order" } });
  const body = { task_template_id: template.id, task_status_id: null, previous_task_template_id: null };
  await harbour.owner.call(setDefaultTaskTemplate, { params: { id: harbour.projectId }, body });
  const templates = `**/project/${harbour.projectId}/task-templates*`;
  const { release } = await holdRequests(page, templates);
  const board = await new Board(manager).open(harbour);
  const field = page.getByRole("textbox", { name: say("board.quickAdd.label") });
  const add = board.column("To do").getByRole("button", { name: say("board.addTask"), exact: true });
  await add.click();
  await field.fill("Order pens");
  await field.press("Enter");
  await expect(field).not.toBeEditable();
  await expect(field).toHaveValue("Order pens");
  release();
  await expect(board.card("Order pens")).toContainText("0/1");
  await expect(field).toHaveValue("");

  await page.unroute(templates);
  await page.route(templates, (route) => route.abort());
  await board.open(harbour);
  await add.click();
  await expect(page.getByRole("status").filter({ hasText: say("newTask.templateFailed") })).toBeVisible();
  await field.fill("Order ink");
  await field.press("Enter");
  await expect(board.card("Order ink")).not.toContainText("0/1");
});
