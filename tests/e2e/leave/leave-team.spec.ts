import { listDelegations, endDelegation } from "../../../shared/approvals/approvals/delegation.contract";
import { adjustBalance } from "../../../shared/requests/leave/ledger/balance.contract";
import { approveLeave, createLeave, listLeave } from "../../../shared/requests/leave/requests/leave.contract";
import { listLeaveTypes } from "../../../shared/requests/leave/types/types.contract";
import { updateTask } from "../../../shared/work/tasks/tasks.contract";
import { png } from "../../support/sample-files";
import { nextYear, workday } from "../support/days";
import { demoAccounts, type Person } from "../support/people";
import { expect, test } from "../support/test";

/** A member of the manager's team and the colleague's department. Uses days of next year that no other test uses. */
const requester = "rezan.demir@acme.test";

async function kind(person: Person, name: string): Promise<number> {
  const types = await person.api.call(listLeaveTypes);
  return types.data.find((type) => type.name === name)?.id as number;
}

async function ask(person: Person, name: string, from: string, to: string, draft: boolean) {
  const body = { leave_type_id: await kind(person, name), start_date: from, end_date: to };
  return (await person.api.call(createLeave, { body: { ...body, draft } })).data;
}

test("a leave request goes through manager and HR, live for the requester", async ({ signInAs, manager }) => {
  const [rezan, hr] = [await signInAs(requester), await signInAs("hr@acme.test")];
  const leave_type_id = await kind(hr, "Sick leave");
  const adjustment = { leave_type_id, year: nextYear, days: 10, note: "For this test" };
  await hr.api.call(adjustBalance, { params: { user_id: rezan.id }, body: adjustment });
  const [first, last] = [workday(7, 1, "Tue"), workday(7, 1, "Fri")];
  const draft = await ask(rezan, "Sick leave", first, last, true);
  await manager.page.goto("/approvals");
  await hr.page.goto("/approvals");

  await rezan.page.goto(`/leaves/edit/${draft.id}`);
  const say = rezan.say;
  await rezan.page.getByLabel(say("leave.note")).fill("Flu, in July of all months");
  await rezan.page.getByRole("button", { name: say("leave.send") }).click();
  await expect(rezan.page.getByText(say("leave.attachmentNeeded", { days: 2 })).first()).toBeVisible();
  const file = { name: "doctor.png", mimeType: "image/png", buffer: png() };
  await rezan.page.locator("input[type=file]").setInputFiles(file);
  await expect(rezan.page.getByRole("link", { name: "doctor.png" })).toBeVisible();
  await rezan.page.getByRole("button", { name: say("leave.send") }).click();
  await expect(
    rezan.page.getByText(say("request.waitingFor", { name: manager.fullname }), { exact: true }),
  ).toBeVisible();

  for (const [person, next] of [
    [manager, say("request.waitingFor", { name: say("role.hr") })],
    [hr, say("leave.status.approved")],
  ] as const) {
    const row = person.page
      .getByRole("listitem")
      .filter({ hasText: rezan.fullname })
      .filter({ hasText: `${Number(first.slice(8))} Jul to ${Number(last.slice(8))} Jul` });
    await row.getByRole("button").click();
    await expect(person.page.getByText("Flu, in July of all months")).toBeVisible();
    await expect(person.page.getByRole("link", { name: "doctor.png" })).toBeVisible();
    await person.page.keyboard.press("a");
    await expect(rezan.page.getByText(next, { exact: true })).toBeVisible();
  }
});

test("leave drafts save automatically, and overlapping leave is refused", async ({ signInAs }) => {
  const rezan = await signInAs(requester);
  const { page, say } = rezan;
  const submittedLeave = await ask(rezan, "Annual leave", workday(8, 1, "Tue"), workday(8, 1, "Thu"), false);
  const draft = await ask(rezan, "Annual leave", workday(8, 1, "Wed"), workday(8, 1, "Wed"), true);
  await page.goto(`/leaves/edit/${draft.id}`);
  await page.getByLabel(say("leave.note")).fill("Half written");
  await expect(page.getByRole("status").filter({ hasText: /:\d\d/ })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(say("leave.note"))).toHaveValue("Half written");
  await expect(page.locator(`a[href="/leaves/view/${submittedLeave.id}"]`).first()).toBeVisible();
  await page.getByRole("button", { name: say("leave.send") }).click();
  await expect(page.getByText(say("leave.overlap")).first()).toBeVisible();
  await page.getByRole("button", { name: say("leave.discard") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("leave.discard") })
    .click();
  await expect(page).toHaveURL(/\/leaves\/list/);
  const left = await rezan.api.call(listLeave, { query: { scope: "mine" } });
  expect(left.data.map(({ id }) => id)).not.toContain(draft.id);
});

test("the team calendar updates live and can be navigated by arrow keys", async ({ signInAs, manager, colleague }) => {
  const rezan = await signInAs(requester);
  const path = `/leaves/list?tab=team&at=${nextYear}-09-01`;
  for (const { page } of [manager, colleague]) {
    await page.goto(path);
    await expect(page.getByRole("region", { name: manager.say("team.calendar") })).toBeVisible();
  }
  const row = (person: Person) =>
    person.page
      .getByRole("region", { name: person.say("team.calendar") })
      .getByRole("listitem")
      .filter({ hasText: rezan.fullname });
  const leave = await ask(rezan, "Annual leave", workday(9, 1, "Tue"), workday(9, 1, "Fri"), false);
  await expect(row(manager).getByRole("link", { name: /Annual leave/ })).toBeVisible();
  await expect(row(colleague)).toContainText(colleague.say("team.waiting"));
  await expect(row(colleague)).not.toContainText("Annual leave");

  await manager.page.getByRole("region", { name: manager.say("team.calendar") }).focus();
  const link = row(manager).getByRole("link", { name: /Annual leave/ });
  await expect(async () => {
    await manager.page.keyboard.press("Tab");
    await expect(link).toBeFocused({ timeout: 200 });
  }).toPass();
  await manager.page.keyboard.press("Enter");
  await expect(manager.page).toHaveURL(new RegExp(`/leaves/view/${leave.id}$`));
});

test("the team calendar of a request shows the chosen days beside the balance", async ({ signInAs }) => {
  const { page, say } = await signInAs(requester);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.goto(`/leaves/create?day=${workday(10, 4, "Wed")}`);
  const calendar = page.getByRole("region", { name: say("team.calendar") });
  await expect(calendar).toBeVisible();
  await page.getByRole("combobox", { name: say("leave.kind") }).click();
  await page.getByRole("option", { name: "Annual leave" }).click();
  await expect(page.getByRole("heading", { name: say("chain.title") })).toBeVisible();
  const days = calendar.getByText(say("team.thisRequest"));
  await expect(async () => {
    const [outer, inner] = [await calendar.boundingBox(), await days.boundingBox()];
    expect((inner?.x ?? 9_999) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  }).toPass({ timeout: 5_000 });
});

test("an approver on leave is offered a delegation for those days", async ({ manager }) => {
  const { page, say, api } = manager;
  const mine = await api.call(listLeave, { query: { scope: "mine", status: "approved_by_manager" } });
  const soon = mine.data.find(({ start_date }) => start_date > new Date().toISOString().slice(0, 10));
  await page.goto(`/leaves/view/${soon?.id}`);
  const offer = page.getByRole("region", { name: say("leave.delegate.title") });
  await offer.getByRole("combobox").or(offer.getByRole("textbox")).first().fill("Omar");
  await page.getByRole("option").first().click();
  await offer.getByRole("button", { name: say("leave.delegate.start") }).click();
  await expect(offer).toBeHidden();
  const running = (await api.call(listDelegations)).data.filter(({ delegator }) => delegator.id === manager.id);
  expect(running).toEqual([expect.objectContaining({ start_date: soon?.start_date, end_date: soon?.end_date })]);
  for (const { id } of running) await api.call(endDelegation, { params: { id } });
  await expect(offer).toBeVisible();
});

test("a calendar feed URL works without a session until it is revoked", async ({ colleague, playwright }) => {
  const { page, say } = colleague;
  await page.goto("/leaves/list?tab=team");
  await page.getByRole("button", { name: say("feed.open") }).click();
  const own = page.getByRole("region", { name: say("feed.own"), exact: true });
  await own.getByRole("button", { name: say("feed.create") }).click();
  const address = await own.getByLabel(say("feed.address")).inputValue();
  const anonymous = await playwright.request.newContext();
  const calendar = await anonymous.get(address);
  expect([calendar.status(), (await calendar.text()).split("\r\n")[0]]).toEqual([200, "BEGIN:VCALENDAR"]);
  await own.getByRole("button", { name: say("feed.revoke") }).click();
  await page
    .getByRole("dialog", { name: say("feed.revoke.title") })
    .getByRole("button", { name: say("feed.revoke") })
    .click();
  await expect(own.getByText(say("feed.none"))).toBeVisible();
  expect((await anonymous.get(address)).status()).toBe(404);
  await anonymous.dispose();
});

test("assigning work to a user on leave shows a warning in the picker and task", async ({
  manager,
  colleague,
  newProject,
}) => {
  const away = await ask(colleague, "Annual leave", workday(10, 1, "Tue"), workday(10, 1, "Wed"), false);
  await manager.api.call(approveLeave, { params: { id: away.id }, body: {} });
  const depot = await newProject(
    { "To do": ["Count crates"] },
    { members: [{ email: demoAccounts.colleague, role: "member" }] },
  );
  const { id } = await depot.task("Count crates");
  const body = { start_date: `${nextYear}-10-01`, due_date: `${nextYear}-10-20` };
  await manager.api.call(updateTask, { params: { id }, body });
  const { page, say } = manager;
  await page.goto(`/project/tasks-details/${id}`);
  await page.getByRole("button", { name: say("task.nobody") }).click();
  const option = page.getByRole("option", { name: new RegExp(colleague.fullname) });
  await expect(option).toContainText(String(Number(workday(10, 1, "Tue").slice(8))));
  await option.click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listitem").filter({ hasText: `${colleague.firstName}: ` })).toBeVisible();
});
