import { delegate, listDelegations, endDelegation } from "../../shared/approvals/approvals/delegation.contract";
import { deleteAllNotifications } from "../../shared/communication/notifications/notifications.contract";
import { approveLeave, createLeave, readLeave } from "../../shared/requests/leave/requests/leave.contract";
import { listLeaveTypes } from "../../shared/requests/leave/types/types.contract";
import { deleteTask } from "../../shared/work/tasks/tasks.contract";
import { workday } from "./support/days";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

/** The head, a requester and the delegate of a department without waiting requests: the panel shows only the oldest five. */
const head = "grace.okafor@acme.test";
const requester = "avin.mustafa@acme.test";
const standIn = "anna.kowalska@acme.test";

async function ask(person: Person, date: string) {
  const types = await person.api.call(listLeaveTypes);
  const type = types.data.find(({ name }) => name === "Annual leave");
  const body = { leave_type_id: type?.id as number, start_date: date, end_date: date, reason: `Day ${date}` };
  return (await person.api.call(createLeave, { body })).data;
}

async function endDelegations({ api, id: own }: Person) {
  const running = await api.call(listDelegations);
  for (const { id, delegator } of running.data)
    if (delegator.id === own) await api.call(endDelegation, { params: { id } });
}

const panelOf = ({ page, say }: Person) => page.getByRole("region", { name: say("dashboard.waiting") });

test("an approval by keyboard on the dashboard reaches everyone live and can be undone", async ({ signInAs }) => {
  const [manager, asker, deputy] = [await signInAs(head), await signInAs(requester), await signInAs(standIn)];
  await manager.api.call(delegate, { body: { delegatee_id: deputy.id } });
  const leave = await ask(asker, workday(6, 1, "Tue"));
  const name = asker.fullname;
  await asker.page.goto(`/leaves/view/${leave.id}`);
  for (const person of [manager, deputy]) await person.page.goto("/dashboard");
  const row = (person: Person) => panelOf(person).locator(`[data-request="${leave.id}"]`);
  await expect(row(deputy)).toContainText(deputy.say("request.onBehalfOf", { name: manager.fullname }));
  const approve = row(manager).getByRole("button", { name: manager.say("request.approveOf", { name }) });
  await approve.focus();
  await manager.page.keyboard.press("Enter");

  const message = manager.say("request.said.approve", { name });
  const decided = panelOf(manager).locator("[data-decided]").filter({ hasText: message });
  await expect(decided).toBeVisible();
  await expect(row(deputy)).toHaveCount(0);
  await expect(asker.page.getByText(asker.say("leave.status.approved_by_manager"), { exact: true })).toBeVisible();

  await decided.getByRole("button").press("Enter");
  await expect(approve).toBeVisible();
  await expect(row(deputy)).toBeVisible();
  await expect(asker.page.getByText(asker.say("leave.status.approved_by_manager"), { exact: true })).toHaveCount(0);

  const reject = row(manager).getByRole("button", { name: manager.say("request.rejectOf", { name }) });
  await reject.press("Enter");
  await manager.page.keyboard.press("Enter");
  await manager.page.keyboard.type("Stocktaking");
  await row(manager)
    .getByRole("button", { name: manager.say("request.rejectNow"), exact: true })
    .press("Enter");
  await expect(asker.page.getByText("Stocktaking").first()).toBeVisible();
  await expect(row(deputy)).toHaveCount(0);
  await endDelegations(manager);
});

test("an approval that comes second is refused with the name of the first approver", async ({ signInAs }) => {
  const [manager, asker, deputy] = [await signInAs(head), await signInAs(requester), await signInAs(standIn)];
  await manager.api.call(delegate, { body: { delegatee_id: deputy.id } });
  const leave = await ask(asker, workday(6, 2, "Tue"));
  const { page, say } = manager;
  await page.goto("/dashboard");
  // Decides while the call is on its way, so that the row still has the old version.
  await page.route(`**${approveLeave.path.replace(":id", String(leave.id))}`, async (route) => {
    const { version } = (await deputy.api.call(readLeave, { params: { id: leave.id } })).data;
    await deputy.api.call(approveLeave, { params: { id: leave.id }, body: { version } });
    await route.continue();
  });
  const row = panelOf(manager).locator(`[data-request="${leave.id}"]`);
  await row.getByRole("button", { name: say("request.approveOf", { name: asker.fullname }) }).click();
  await expect(page.locator("[data-toast]").filter({ hasText: deputy.fullname })).toBeVisible();
  await expect(row).toHaveCount(0);
  await endDelegations(manager);
});

test("a request is approved in the bell, and undone there", async ({ signInAs }) => {
  const [manager, asker] = [await signInAs(head), await signInAs(requester)];
  await manager.api.call(deleteAllNotifications);
  const { page, say } = manager;
  await page.goto("/dashboard");
  const leave = await ask(asker, workday(6, 3, "Tue"));
  const state = async () => (await asker.api.call(readLeave, { params: { id: leave.id } })).data.status;
  const before = await state();
  const name = asker.fullname;
  await page.getByRole("button", { name: say("bell.label", { count: 1 }), exact: true }).press("Enter");
  const bell = page.getByRole("dialog", { name: say("title.notifications") });
  await bell.getByRole("button", { name: say("request.approveOf", { name }) }).press("Enter");
  const message = say("request.said.approve", { name });
  await expect(bell.locator("[data-decided]").filter({ hasText: message })).toBeVisible();
  await expect.poll(state).not.toBe(before);
  await bell.getByRole("button", { name: `${say("action.undo")}: ${message}` }).press("Enter");
  await expect.poll(state).toBe(before);
  await expect(bell.getByRole("button", { name: `${say("action.undo")}: ${message}` })).toHaveCount(0);
});

test("an opened task is offered again and disappears when it is deleted", async ({ colleague, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const { id } = await harbour.task("Order tea");
  const { page, say } = colleague;
  await page.goto(`${harbour.path}?task=${id}`);
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Order tea" })).toBeVisible();
  await page.goto("/dashboard");
  const panel = page.getByRole("region", { name: say("dashboard.continue") });
  await expect(panel.getByRole("link", { name: "Order tea" })).toBeVisible();
  await expect(panel.getByRole("link", { name: harbour.title })).toBeVisible();
  await harbour.owner.call(deleteTask, { params: { id } });
  await expect(panel.getByRole("link", { name: "Order tea" })).toHaveCount(0);
  await expect(panel.getByRole("link", { name: harbour.title })).toBeVisible();
});
