import { createForm, publishForm, saveForm } from "../../shared/requests/forms/form-templates.contract";
import { emptyDefinition, type FormDefinition, newField } from "../../shared/requests/forms/forms.definition";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

const requester = "rezan.demir@acme.test";

const choices = ["Germany", "Iraq"].map((label, at) => ({ id: `c${at + 1}`, label, translations: {} }));
const asking = (title: string): FormDefinition => ({
  ...emptyDefinition(title),
  fields: [
    { ...newField("choice", "f1"), label: "Country", required: true, in_inbox: true, choices },
    {
      ...newField("text", "f2"),
      label: "Why there",
      required: true,
      shown_if: [{ field: "f1", op: "is", value: "c2" }],
    },
  ],
});

async function published(author: Person, title: string): Promise<number> {
  const { data } = await author.api.call(createForm, { body: { title } });
  const params = { id: data.id };
  await author.api.call(saveForm, { params, body: { definition: asking(title) as never } });
  await author.api.call(publishForm, { params, body: {} });
  return data.id;
}

async function choose({ page }: Person, label: string, option: string) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a form with conditional fields is filled in, sent and decided live", async ({ signInAs, manager }) => {
  const [author, rezan] = [await signInAs("admin@acme.test"), await signInAs(requester)];
  const id = await published(author, "Stay abroad");
  await manager.page.goto("/approvals");
  await rezan.page.goto(`/forms/create/${id}`);
  await expect(rezan.page.getByLabel("Why there")).toBeHidden();
  await choose(rezan, "Country", "Iraq");
  const send = rezan.page.getByRole("button", { name: rezan.say("forms.send") });
  await send.click();
  await expect(rezan.page.getByText(rezan.say("field.required"))).toBeVisible();
  await rezan.page.getByLabel("Why there").fill("My sister marries");
  await expect(rezan.page).toHaveURL(/\/forms\/edit\/\d+$/);
  await send.click();
  await expect(
    rezan.page.getByText(rezan.say("request.waitingFor", { name: manager.fullname }), { exact: true }),
  ).toBeVisible();

  const row = manager.page.getByRole("listitem").filter({ hasText: "Stay abroad" });
  await row.first().getByRole("button").first().click();
  await expect(manager.page.getByText("My sister marries")).toBeVisible();
  await manager.page.keyboard.press("a");
  await expect(rezan.page.getByText(rezan.say("forms.status.approved_by_manager"), { exact: true })).toBeVisible();
});

test("a draft with a text that is too long is reported as unsaved at its field", async ({ signInAs }) => {
  const [author, rezan] = [await signInAs("admin@acme.test"), await signInAs(requester)];
  const id = await published(author, "Long stay");
  await rezan.page.goto(`/forms/create/${id}`);
  await choose(rezan, "Country", "Iraq");
  await rezan.page.getByLabel("Why there").fill("x".repeat(501));
  await expect(rezan.page.getByText(rezan.say("field.tooLongBy", { count: "501", max: "500" }))).toBeVisible();
  await expect(rezan.page.getByText(rezan.say("draft.unsaved"))).toBeVisible();
  await expect(rezan.page).toHaveURL(/\/forms\/create\/\d+$/);
  await rezan.page.getByLabel("Why there").fill("My sister marries");
  await expect(rezan.page).toHaveURL(/\/forms\/edit\/\d+$/);
});

test("a new version of an open form appears immediately and keeps the input", async ({ signInAs }) => {
  const [author, rezan] = [await signInAs("admin@acme.test"), await signInAs(requester)];
  const id = await published(author, "Permit");
  await rezan.page.goto(`/forms/create/${id}`);
  await choose(rezan, "Country", "Iraq");
  await rezan.page.getByLabel("Why there").fill("Kept");
  const definition = asking("Permit");
  const addedField = { ...newField("text", "f3"), label: "Since when" };
  const body = { definition: { ...definition, fields: [...definition.fields, addedField] } as never };
  await author.api.call(saveForm, { params: { id }, body });
  await author.api.call(publishForm, { params: { id }, body: {} });
  await expect(rezan.page.getByLabel("Since when")).toBeVisible();
  await expect(rezan.page.getByLabel("Why there")).toHaveValue("Kept");
});

test("a form is built, sorted by keyboard and published live", async ({ signInAs }) => {
  const [author, rezan] = [await signInAs("admin@acme.test"), await signInAs(requester)];
  const { page, say } = author;
  await rezan.page.goto("/forms/create");
  await page.goto("/forms/list?tab=forms");
  await page.getByRole("button", { name: say("forms.newForm") }).click();
  await page.getByLabel(say("forms.titleOfForm")).fill("Parking place");
  await page.getByRole("button", { name: say("forms.begin") }).click();
  const palette = page.getByRole("navigation", { name: say("forms.palette") });
  await palette.getByRole("button", { name: say("forms.kind.text") }).click();
  await page.getByRole("button", { name: say("forms.publish") }).click();
  await expect(page.getByText(say("forms.missing", { count: 1 }))).toBeVisible();
  const label = page.getByLabel(say("forms.label"), { exact: true });
  await label.fill("Number plate");
  await palette.getByRole("button", { name: say("forms.kind.date"), exact: true }).click();
  await label.fill("From when");
  await page.getByRole("button", { name: say("forms.move", { name: "From when" }) }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("list").getByRole("button", { pressed: true })).toHaveAccessibleName(
    say("forms.editField", { name: "From when" }),
  );
  await page.getByRole("button", { name: say("forms.publish") }).click();
  await expect(page.getByText(say("form.published", { title: "Parking place" }))).toBeVisible();
  await rezan.page.getByRole("link", { name: "Parking place" }).click();
  await expect(rezan.page.getByLabel("Number plate")).toBeVisible();
});
