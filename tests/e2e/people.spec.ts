import {
  createDepartment,
  deleteDepartment,
  singleDepartment,
} from "../../shared/people/departments/departments.contract";
import { listUsers } from "../../shared/people/people/users.contract";
import { todayInZone, nextYear, workday } from "./support/days";
import { outboxPage } from "./support/outbox";
import { Login } from "./support/login";
import { expect, test } from "./support/test";

test("an invited employee appears live, is promoted and leaves", async ({ signInAs, people }) => {
  test.setTimeout(90_000);
  const name = `Lena Hoffmann ${Date.now() % 100_000}`;
  const email = `lena.${Date.now()}@acme.test`;
  const hr = await signInAs("hr@acme.test");
  const colleague = await signInAs("employee@acme.test");
  const row = (of: typeof hr) => of.page.getByRole("table", { name: "Employees" }).getByRole("row", { name });
  await colleague.page.goto("/employees?q=lena");
  await expect(colleague.page.getByText("No people match these filters")).toBeVisible();

  const manager = await signInAs("manager@acme.test");
  const chart = await colleague.openTab();
  await chart.goto("/organization-chart");
  await expect(chart.getByRole("treeitem", { name: /^Amira Haddad/ })).toBeVisible();
  const other = await hr.openTab();
  await other.goto("/groups");
  await other
    .getByRole("button", { name: hr.say("group.new") })
    .first()
    .click();
  const group = other.getByRole("dialog");
  await expect(group.getByLabel(hr.say("group.title"))).toBeFocused();

  await hr.page.goto("/employees");
  await hr.page.getByRole("link", { name: "Add employee" }).click();
  const save = hr.page.getByRole("button", { name: "Save and invite" });
  await save.click();
  await expect(hr.page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await hr.page.getByRole("textbox", { name: "Name" }).fill(name);
  await hr.page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await hr.page.getByRole("combobox", { name: "Role" }).click();
  await hr.page.getByRole("option", { name: "Employee", exact: true }).click();
  await hr.page.getByRole("combobox", { name: /^Manager/ }).fill("Amira");
  await hr.page.getByRole("option", { name: "Amira Haddad" }).click();
  await hr.page.getByRole("textbox", { name: /^Salary/ }).fill("2,750");
  await hr.page.getByRole("combobox", { name: "Currency" }).click();
  await hr.page.getByRole("option", { name: "USD" }).click();
  await save.click();
  await expect(hr.page).toHaveURL(/\/employees$/);

  await expect(row(colleague)).toBeVisible();
  await expect(chart.getByRole("treeitem", { name: new RegExp(`^${name}`) })).toBeVisible();
  await group.getByRole("combobox", { name: hr.say("organization.people") }).fill(name);
  await expect(other.getByRole("option", { name })).toBeVisible();
  await other.close();
  await row(colleague).getByRole("link", { name }).click();
  await expect(colleague.page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(colleague.page.getByText("2,750.00")).toHaveCount(0);
  await hr.page.goto("/employees?q=lena");
  await row(hr).getByRole("link", { name }).click();
  await expect(hr.page.getByRole("region", { name: "Work" }).getByText("2,750.00")).toBeVisible();
  await expect(hr.page.getByText(/^Invited, link valid until/)).toBeVisible();

  const newcomer = await people.visitor();
  await newcomer.page.goto(await outboxPage());
  await newcomer.page.getByRole("listitem").filter({ hasText: email }).first().getByRole("link").click();
  const opens = newcomer.page.getByRole("link", { name: /reset-password/ });
  await newcomer.page.goto((await opens.getAttribute("href")) as string);
  await newcomer.page.getByLabel("New password", { exact: true }).fill("Quiet7Harbour");
  await newcomer.page.getByLabel("Repeat the new password").fill("Quiet7Harbour");
  await newcomer.page.getByRole("button", { name: "Save password" }).click();
  await expect(newcomer.page).toHaveURL(/\/login$/);
  await new Login(newcomer.page).signIn(email, "Quiet7Harbour");
  await expect(newcomer.page).toHaveURL(/\/dashboard$/);

  const day = workday(9, 2, "Tue");
  await newcomer.page.goto(`/leaves/create?day=${day}`);
  await newcomer.page.getByRole("combobox", { name: "Leave type" }).click();
  await newcomer.page.getByRole("option", { name: "Annual leave" }).click();
  await newcomer.page.getByRole("button", { name: "Send request" }).click();
  await expect(newcomer.page).toHaveURL(/\/leaves\/(list|view)/);
  await manager.page.goto("/approvals");
  await expect(manager.page.getByRole("listitem").filter({ hasText: name })).toBeVisible();

  await hr.page.getByRole("button", { name: "Actions" }).click();
  await hr.page.getByRole("menuitem", { name: "Promote or change" }).click();
  await hr.page.getByRole("textbox", { name: "Location, new value" }).fill("Hamburg");
  await hr.page.getByLabel("Takes effect on").fill(`${nextYear}-03-01`);
  await hr.page.getByRole("button", { name: "Save change" }).click();
  await expect(hr.page.getByRole("region", { name: "Planned" })).toContainText("Hamburg");

  const { data: found } = await hr.api.call(listUsers, { query: { q: email } });
  const { id } = found[0] as { id: number };
  const { data: led } = await hr.api.call(createDepartment, { body: { name: `Led by ${name}`, head_id: id } });
  await hr.page.getByRole("button", { name: "Actions" }).click();
  await hr.page.getByRole("menuitem", { name: "Plan departure" }).click();
  await hr.page.getByLabel("Last day").fill(todayInZone(hr.user.tenant.time_zone));
  await hr.page.getByLabel("Last day").press("Tab");
  await hr.page.getByRole("button", { name: "Continue" }).click();
  await hr.page.getByRole("combobox", { name: "Assign all open ones to" }).fill("Amira");
  await hr.page.getByRole("option", { name: "Amira Haddad" }).click();
  await hr.page.getByRole("button", { name: "Continue" }).click();
  await hr.page.getByRole("button", { name: "Close the account now" }).click();
  await expect(hr.page.getByText("Inactive", { exact: true })).toBeVisible();
  await new Login(newcomer.page).shown();
  await expect(chart.getByRole("treeitem", { name: new RegExp(`^${name}`) })).toBeHidden();
  await expect(manager.page.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);
  const { data: left } = await hr.api.call(singleDepartment, { params: { id: led.id } });
  expect(left.head?.fullname).toBe("Amira Haddad");
  await hr.api.call(deleteDepartment, { params: { id: led.id }, body: {} });
  expect([...hr.complaints, ...colleague.complaints]).toEqual([]);
});
