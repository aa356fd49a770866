import { deleteDepartment, listDepartments } from "../../shared/people/departments/departments.contract";
import { changeRoles, listRoles } from "../../shared/administration/roles/roles.contract";
import { hasFocus } from "./support/wait-until-ready";
import { expect, test } from "./support/test";

test("departments appear live, and deleting one in use moves its contents", async ({ signInAs }) => {
  const hr = await signInAs("hr@acme.test");
  const colleague = await signInAs("employee@acme.test");
  await colleague.page.goto("/departments");
  await expect(colleague.page.getByRole("rowheader", { name: "Digital" })).toBeVisible();
  await expect(colleague.page.getByRole("button", { name: colleague.say("department.new") })).toHaveCount(0);

  const { page, say } = hr;
  await page.goto("/departments");
  await page.getByRole("button", { name: say("department.new") }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByLabel(say("department.name"))).toBeFocused();
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel.getByText(say("field.required"))).toBeVisible();
  await panel.getByLabel(say("department.name")).fill("digital");
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel.getByText(say("field.taken"))).toBeVisible();
  await panel.getByLabel(say("department.name")).fill("Cold chain");
  await panel.getByRole("combobox", { name: say("department.parent") }).click();
  await page.getByRole("option", { name: "Operations" }).click();
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();
  await expect(colleague.page.getByRole("rowheader", { name: "Cold chain" })).toBeVisible();

  // The closed panel returns the focus to its button first.
  await expect(page.getByRole("button", { name: say("department.new") })).toBeFocused();
  await page.getByRole("link", { name: "Operations" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Cold chain" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Cold chain" })).toBeVisible();
  await expect(page.getByText(say("department.nobody"))).toBeVisible();

  const { data } = await hr.api.call(listDepartments);
  const idOf = (name: string) => data.find((one) => one.name === name)?.id as number;
  await page.goto(`/departments/${idOf("Fleet")}/view`);
  await page.getByRole("button", { name: say("action.edit") }).click();
  await page
    .getByRole("dialog")
    .getByRole("combobox", { name: say("department.parent") })
    .click();
  await page.getByRole("option", { name: "Cold chain" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("action.save") })
    .click();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Cold chain" })).toBeVisible();

  await page.goto(`/departments/${idOf("Cold chain")}/view`);
  await page.getByRole("button", { name: say("action.delete") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: say("organization.delete.confirm") }).click();
  await expect(dialog.getByText(say("organization.uses.departments", { count: 1 }))).toBeVisible();
  await dialog.getByRole("combobox").click();
  await page.getByRole("option", { name: "Operations" }).click();
  await dialog.getByRole("button", { name: say("organization.delete.move") }).click();
  await expect(colleague.page.getByRole("rowheader", { name: "Cold chain" })).toBeHidden();
  await expect(colleague.page.getByRole("rowheader", { name: "Fleet" })).toBeVisible();
});

test("a role change shows its impact before saving and reaches its holders live", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const colleague = await signInAs("employee@acme.test");
  await colleague.page.goto("/projects");
  await expect(colleague.page.getByRole("heading", { name: "Driver app" })).toBeVisible();
  const create = colleague.page.getByRole("link", { name: colleague.say("projects.new") });
  await expect(create).toHaveCount(0);

  const { page, say } = admin;
  await page.goto("/role-permission");
  const permission = say("permission.project-create");
  const box = (role: string) =>
    page.getByRole("checkbox", { name: new RegExp(`^${say("roles.allows", { role, permission })}`) });
  await expect(box("Administrator")).toBeChecked();
  await expect(box("Administrator")).toBeDisabled();
  await page.getByRole("textbox", { name: say("roles.search") }).fill("project-create");
  await expect(page.getByRole("checkbox")).toHaveCount(6);
  await box("Employee").focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(say("roles.gains", { role: "Employee", permission }))).toBeVisible();
  await expect(page.getByRole("status").getByText(/gain permissions/)).toBeVisible();
  await page.getByRole("button", { name: say("roles.save", { count: 1 }) }).click();
  await expect(create).toBeVisible();

  await page.getByRole("button", { name: say("roles.who.button") }).click();
  await expect(page.getByRole("dialog").getByText("Dara Aziz")).toBeVisible();
  await hasFocus(page.getByRole("dialog"));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await box("Employee").click();
  await page.getByRole("button", { name: say("roles.save", { count: 1 }) }).click();
  await expect(create).toBeHidden();
});

test.afterEach(async ({ signInAs }) => {
  // Removes leftovers of a failed run.
  const hr = await signInAs("hr@acme.test");
  const { data } = await hr.api.call(listDepartments);
  const left = data.find(({ name }) => name === "Cold chain");
  const above = data.find(({ name }) => name === "Operations");
  const admin = await signInAs("admin@acme.test");
  const { data: roles } = await admin.api.call(listRoles);
  const employee = roles.find(({ code }) => code === "employee");
  if (employee?.permissions.includes("project-create")) {
    const changes = [{ role_id: employee.id, remove: ["project-create" as const] }];
    await admin.api.call(changeRoles, { body: { changes } });
  }
  if (left) await hr.api.call(deleteDepartment, { params: { id: left.id }, body: { successor_id: above?.id } });
});
