import { tryRules } from "../../shared/approvals/approvals/approval-rules.contract";
import { expect, test } from "./support/test";

test("a new rule appears on another open screen and routes requests", async ({ signInAs }) => {
  const admin = await signInAs("admin@acme.test");
  const hr = await signInAs("hr@acme.test");
  await hr.page.goto("/settings/approvals?of=leave");
  await expect(hr.page.getByText(hr.say("rules.otherwise.why.leave"))).toBeVisible();

  await admin.page.goto("/settings/approvals?of=leave");
  await admin.page.getByRole("button", { name: admin.say("rules.add") }).click();
  const dialog = admin.page.getByRole("dialog");
  await dialog.getByRole("button", { name: admin.say("action.save"), exact: true }).click();
  await expect(dialog.getByText(admin.say("field.required"))).toBeVisible();
  await dialog.getByLabel(admin.say("rules.name")).fill("Study in spring");
  await dialog.getByLabel(admin.say("rules.types")).click();
  await admin.page.getByRole("option", { name: "Study leave" }).click();
  await admin.page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: admin.say("action.save"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(hr.page.getByText("Study in spring")).toBeVisible();

  await admin.page.getByRole("button", { name: admin.say("rules.remove", { name: "Study in spring" }) }).click();
  await admin.page.getByRole("button", { name: admin.say("rules.remove.confirm"), exact: true }).click();
  await expect(hr.page.getByText("Study in spring")).toBeHidden();
});

test("employees can't open the approval rules but can preview their own route", async ({ signInAs }) => {
  const employee = await signInAs("employee@acme.test");
  await employee.page.goto("/settings/approvals");
  await expect(employee.page.getByText(employee.say("rules.title"))).toBeHidden();
  const { data } = await employee.api.call(tryRules, {
    body: { family: "finance", type: "purchase", amount: "30000" },
  });
  expect(data.rule).toBe("Large amounts");
  expect(data.steps).toHaveLength(3);
});
