import { createUser, readUserRoles } from "../../shared/people/people/user-changes.contract";
import { nextYear } from "./support/days";
import { expect, test } from "./support/test";

test("a planned promotion and termination appear live for HR and can be withdrawn", async ({ signInAs }) => {
  const hr = await signInAs("hr@acme.test");
  const admin = await signInAs("admin@acme.test");
  const roles = (await hr.api.call(readUserRoles)).data;
  const roleId = roles.find(({ code }) => code === "employee")?.id as number;
  const fullname = `Mara Lind ${Date.now() % 100_000}`;
  const body = { fullname, email: `mara.${Date.now()}@acme.test`, role_id: roleId, location: "Berlin" };
  const { id } = (await hr.api.call(createUser, { body })).data;
  await admin.page.goto(`/employee/${id}/view`);
  await expect(admin.page.getByRole("heading", { name: fullname, level: 1 })).toBeVisible();

  await hr.page.goto(`/employee/${id}/view`);
  await hr.page.getByRole("button", { name: "Actions" }).click();
  await hr.page.getByRole("menuitem", { name: "Promote or change" }).click();
  await hr.page.getByRole("textbox", { name: "Location, new value" }).fill("Hamburg");
  await hr.page.getByLabel("Takes effect on").fill(`${nextYear}-03-01`);
  await hr.page.getByRole("button", { name: "Save change" }).click();
  await expect(hr.page).toHaveURL(new RegExp(`/employee/${id}/view$`));
  const planned = (of: typeof hr) => of.page.getByRole("region", { name: "Planned" });
  await expect(planned(hr)).toContainText("Hamburg");
  await expect(planned(admin)).toContainText("Hamburg");

  await hr.page.getByRole("button", { name: "Actions" }).click();
  await hr.page.getByRole("menuitem", { name: "Plan departure" }).click();
  await expect(hr.page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await hr.page.getByLabel("Last day").fill(`${nextYear}-01-31`);
  await hr.page.getByLabel("Last day").press("Tab");
  await hr.page.getByRole("button", { name: "Continue" }).click();
  await expect(hr.page.getByText("Nothing to hand over.")).toBeVisible();
  await expect(hr.page.getByText("1 planned change to their employment")).toBeVisible();
  await hr.page.getByRole("button", { name: "Continue" }).click();
  await hr.page.getByRole("button", { name: "Plan departure" }).click();
  await expect(hr.page).toHaveURL(new RegExp(`/employee/${id}/view$`));
  await expect(planned(admin)).toContainText("Resigned");

  await expect(planned(hr).getByRole("button", { name: "Withdraw" })).toHaveCount(2);
  for (const left of [1, 0]) {
    await planned(hr).getByRole("button", { name: "Withdraw" }).first().click();
    await expect(planned(hr).getByRole("button", { name: "Withdraw" })).toHaveCount(left);
  }
  await expect(planned(admin)).toHaveCount(0);
  expect([...hr.complaints, ...admin.complaints]).toEqual([]);
});
