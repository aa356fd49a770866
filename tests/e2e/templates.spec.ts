import { deleteProject } from "../../shared/work/projects/projects.contract";
import { Board } from "./support/board";
import { expect, test } from "./support/test";

test("a project is created from a template, with dates and people, and its people see it", async ({
  manager,
  colleague,
}) => {
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
