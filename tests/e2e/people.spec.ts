import { outboxPage } from "./support/outbox";
import { Login } from "./support/login";
import { expect, test } from "./support/test";

test("HR invites somebody: colleagues see them at once, the link sets a password, and switched off they are out", async ({
  cast,
  casting,
}) => {
  test.setTimeout(90_000);
  const name = `Lena Hoffmann ${Date.now() % 100_000}`;
  const email = `lena.${Date.now()}@acme.test`;
  const hr = await cast("hr@acme.test");
  const colleague = await cast("employee@acme.test");
  const row = (of: typeof hr) => of.page.getByRole("table", { name: "Employees" }).getByRole("row", { name });
  await colleague.page.goto("/employees?q=lena");
  await expect(colleague.page.getByText("Nobody matches these filters")).toBeVisible();

  await hr.page.goto("/employees");
  await hr.page.getByRole("link", { name: "Add employee" }).click();
  const save = hr.page.getByRole("button", { name: "Save and invite" });
  await save.click();
  await expect(hr.page.getByRole("textbox", { name: "Name" })).toBeFocused(); // what is missing is said at its field
  await hr.page.getByRole("textbox", { name: "Name" }).fill(name);
  await hr.page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await hr.page.getByRole("combobox", { name: "Role" }).click();
  await hr.page.getByRole("option", { name: "Employee", exact: true }).click();
  await hr.page.getByRole("textbox", { name: /^Salary/ }).fill("2,750");
  await hr.page.getByRole("combobox", { name: "Currency" }).click();
  await hr.page.getByRole("option", { name: "USD" }).click();
  await save.click();
  await expect(hr.page).toHaveURL(/\/employees$/);

  // Nobody has pressed anything there.
  await expect(row(colleague)).toBeVisible();
  await row(colleague).getByRole("link", { name }).click();
  await expect(colleague.page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(colleague.page.getByText("2,750.00")).toHaveCount(0);
  await hr.page.goto("/employees?q=lena");
  await row(hr).getByRole("link", { name }).click();
  await expect(hr.page.getByText("2,750.00")).toBeVisible();
  await expect(hr.page.getByText(/^Invited, the link is valid until/)).toBeVisible();

  const newcomer = await casting.visitor();
  await newcomer.page.goto(await outboxPage());
  await newcomer.page.getByRole("listitem").filter({ hasText: email }).first().getByRole("link").click();
  const opens = newcomer.page.getByRole("link", { name: /reset-password/ });
  await newcomer.page.goto((await opens.getAttribute("href")) as string);
  await newcomer.page.getByLabel("New password", { exact: true }).fill("Quiet7Harbour");
  await newcomer.page.getByLabel("Repeat the new password").fill("Quiet7Harbour");
  await newcomer.page.getByRole("button", { name: "Save the password" }).click();
  await expect(newcomer.page).toHaveURL(/\/login$/);
  await new Login(newcomer.page).signIn(email, "Quiet7Harbour");
  await expect(newcomer.page).toHaveURL(/\/dashboard$/);

  await hr.page.getByRole("button", { name: "Actions" }).click();
  await hr.page.getByRole("menuitem", { name: "Deactivate account" }).click();
  await hr.page.getByRole("dialog").getByRole("button", { name: "Deactivate account" }).click();
  await expect(hr.page.getByText("Inactive", { exact: true })).toBeVisible();
  await new Login(newcomer.page).shown();
  expect([...hr.complaints, ...colleague.complaints]).toEqual([]);
});
