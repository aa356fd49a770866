import { endSession, listSessions } from "../../shared/identity/session/session.contract";
import { Login } from "./support/login";
import type { Person } from "./support/people";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";

const account = "manager@acme.test";
const typed = "Half a sentence about tea";

async function endOwnSession(person: Person): Promise<Login> {
  const { data } = await person.api.call(listSessions);
  await person.api.call(endSession, { params: { id: data.find(({ current }) => current)?.id as number } });
  const login = new Login(person.page);
  await login.shown();
  return login;
}

test("a comment survives an ended session and is shown to its writer only", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const task = await harbour.task("Order tea");
  const person = await signInAs(account, { ownSession: true });
  const { page } = person;
  await page.goto(`${harbour.path}?task=${task.id}`);
  const field = new TaskSheet(person).root.getByRole("textbox", { name: person.say("comment.write") });
  await field.click();
  await expect(field).toHaveAttribute("contenteditable", "true"); // not about keys pressed while the editor loads
  await page.keyboard.type(typed);
  await expect(field).toContainText(typed);

  const login = await endOwnSession(person);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.startsWith("portal.drafts."))),
  ).not.toContain("portal.token");
  await login.signIn("admin@acme.test"); // leads back to the task
  await expect(field).toBeVisible();
  await expect(page.getByText(typed)).toHaveCount(0);

  await page.evaluate(() => localStorage.removeItem("portal.token"));
  await page.reload();
  await login.signIn(account);
  await expect(field).toContainText(typed);

  await page.goto("/logout");
  await login.shown();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("portal.drafts."))),
  ).toEqual([]);
});

test("a description survives a reload and can be discarded", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const task = await harbour.task("Order tea");
  const { page, say } = manager;
  await page.goto(`${harbour.path}?task=${task.id}`);
  await page.getByRole("button", { name: say("task.addDescription") }).click();
  const field = page.getByRole("textbox", { name: say("task.description") });
  await field.click();
  await page.keyboard.type(typed);
  await expect(field).toContainText(typed);
  await page.reload();
  await expect(field).toContainText(typed);
  await page.getByRole("button", { name: say("draft.discard") }).click();
  await expect(page.getByText(typed)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: say("task.addDescription") })).toBeVisible();
});

test("a pasted title above the limit stays whole, with its length", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { page, say } = manager;
  await page.goto(harbour.path);
  await page
    .getByRole("button", { name: say("board.column.addTask", { title: "To do" }) })
    .first()
    .click();
  const field = page.getByRole("textbox", { name: say("board.quickAdd.label") });
  await field.fill("x".repeat(260));
  await expect(page.getByText(say("field.tooLongBy", { count: "260", max: "255" }))).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue("x".repeat(260));
  await field.fill("Order coffee");
  await field.press("Enter");
  await expect(page.getByRole("link", { name: /Order coffee/ })).toBeVisible();
});
