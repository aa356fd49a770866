import { deleteClient, listClients } from "../../shared/work/clients/clients.contract";
import { deleteGroup, listGroups } from "../../shared/people/groups/groups.contract";
import { readChart } from "../../shared/people/org-chart/org-chart.contract";
import { updateUser } from "../../shared/people/people/user-changes.contract";
import { expect, test } from "./support/test";

const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" fill="teal"/></svg>`;

test("a new client with a logo and a new group appear live and are deleted", async ({ signInAs }) => {
  const hr = await signInAs("hr@acme.test");
  const manager = await signInAs("manager@acme.test");
  const { page, say } = hr;
  await manager.page.goto("/clients");
  await expect(manager.page.getByRole("heading", { name: "Baltic Timber AS" })).toBeVisible();

  await page.goto("/clients");
  await page.getByRole("button", { name: say("client.new") }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByLabel(say("client.fullname"))).toBeFocused();
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel.getByText(say("field.required"))).toBeVisible();
  await panel.getByLabel(say("client.fullname")).fill("Northern Grain");
  const logo = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(square) };
  await panel.locator('input[type="file"]').setInputFiles(logo);
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();
  const card = manager.page.getByRole("listitem").filter({ hasText: "Northern Grain" });
  await expect(card.locator("img")).toHaveJSProperty("naturalWidth", 40);
  await page.getByRole("button", { name: say("organization.more", { name: "Northern Grain" }) }).click();
  await page.getByRole("menuitem", { name: say("action.delete") }).click();
  await page.getByRole("button", { name: say("organization.delete.confirm") }).click();
  await expect(card).toBeHidden();

  await manager.page.goto("/groups");
  await expect(manager.page.getByRole("heading", { name: say("title.groups") })).toBeVisible();
  await page.goto("/groups");
  await page
    .getByRole("button", { name: say("group.new") })
    .first()
    .click();
  await expect(panel.getByLabel(say("group.title"))).toBeFocused();
  await panel.getByLabel(say("group.title")).fill("First responders");
  await panel.getByRole("button", { name: say("action.save") }).click();
  await expect(panel).toBeHidden();
  await expect(manager.page.getByRole("rowheader", { name: "First responders" })).toBeVisible();
});

test("managers are changed by keyboard in the chart, and users edit their own data", async ({ signInAs }) => {
  const hr = await signInAs("hr@acme.test");
  const employee = await signInAs("employee@acme.test");
  await employee.page.goto("/organization-chart");
  const dara = employee.page.getByRole("treeitem", { name: /^Dara Aziz/ });
  await expect(dara).toBeVisible();
  await dara.focus();
  await employee.page.keyboard.press("ArrowLeft");
  const amira = employee.page.getByRole("treeitem", { name: /^Amira Haddad/ });
  await expect(amira).toBeFocused();
  await employee.page.keyboard.press("ArrowLeft");
  await expect(dara).toBeHidden();
  await employee.page.keyboard.press("ArrowRight");
  await expect(dara).toHaveAttribute("aria-level", "3");

  const { page, say } = hr;
  await page.goto("/organization-chart");
  await page.getByRole("combobox", { name: say("orgChart.find") }).fill("Tobias");
  await page.getByRole("option", { name: "Tobias Brandt" }).click();
  const tobias = page.getByRole("treeitem", { name: /^Tobias Brandt/ });
  await expect(tobias).toBeFocused();
  // The previous list of users is still closing and has the same names.
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog");
  await panel.getByRole("combobox", { name: say("orgChart.manager") }).fill("Layla");
  await page.getByRole("option", { name: "Layla Rashid" }).click();
  await panel.getByRole("button", { name: say("orgChart.move") }).click();
  await page
    .getByRole("dialog", { name: /Tobias Brandt/ })
    .getByRole("button", { name: say("orgChart.move") })
    .click();
  await expect(employee.page.getByRole("treeitem", { name: /^Layla Rashid/ })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await expect(employee.page.getByRole("treeitem", { name: /^Tobias Brandt/ })).toBeHidden();

  await employee.page.goto("/profile/editProfile");
  const place = employee.page.getByRole("textbox", { name: employee.say("people.field.location") });
  const before = await place.inputValue();
  await place.fill("Shaqlawa");
  const saved = employee.page.getByText(employee.say("profile.saved")).first();
  await employee.page
    .getByRole("button", { name: employee.say("action.save"), exact: true })
    .first()
    .click();
  await expect(saved).toBeVisible();
  await place.fill(before);
  await employee.page
    .getByRole("button", { name: employee.say("action.save"), exact: true })
    .first()
    .click();
  await expect(employee.page.getByRole("textbox", { name: employee.say("people.field.location") })).toHaveValue(before);
  const pad = employee.page.getByRole("img", { name: employee.say("profile.signature.draw") });
  await pad.hover();
  const box = await pad.boundingBox();
  if (!box) throw new Error("There is nothing to draw on.");
  await employee.page.mouse.down();
  await employee.page.mouse.move(box.x + 60, box.y + 30, { steps: 5 });
  await employee.page.mouse.up();
  await employee.page.getByRole("button", { name: employee.say("profile.signature.save") }).click();
  await expect(
    employee.page.getByRole("img", { name: employee.say("profile.signature.alt"), exact: true }),
  ).toBeVisible();
  await employee.page.getByRole("link", { name: employee.say("profile.tab.performance") }).click();
  await expect(employee.page.getByText(employee.say("performance.who"))).toBeVisible();
});

test.afterEach(async ({ signInAs }) => {
  // Reverts the tests' changes, also after a failure.
  const { api } = await signInAs("hr@acme.test");
  const client = (await api.call(listClients)).data.find(({ fullname }) => fullname === "Northern Grain");
  if (client) await api.call(deleteClient, { params: { id: client.id }, body: {} });
  const group = (await api.call(listGroups)).data.find(({ title }) => title === "First responders");
  if (group) await api.call(deleteGroup, { params: { id: group.id } });
  const { people } = (await api.call(readChart)).data;
  const idOf = (name: string) => people.find(({ fullname }) => fullname === name)?.id;
  const tobias = people.find(({ fullname }) => fullname === "Tobias Brandt");
  const amira = idOf("Amira Haddad");
  if (tobias && amira && tobias.parent_id !== amira) {
    await api.call(updateUser, { params: { id: tobias.id }, body: { parent_id: amira } });
  }
});
