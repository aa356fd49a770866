import { listInbox } from "../../shared/approvals/approvals/approvals.contract";
import { delegate, listDelegations, endDelegation } from "../../shared/approvals/approvals/delegation.contract";
import type { Locator } from "@playwright/test";
import { createLeave, rejectLeave } from "../../shared/requests/leave/requests/leave.contract";
import { listLeaveTypes } from "../../shared/requests/leave/types/types.contract";
import { workday } from "./support/days";
import type { Person } from "./support/people";
import { hasFocus } from "./support/wait-until-ready";
import { expect, test } from "./support/test";

/** The head, a requester and the delegate of a department that no other test uses. */
const head = "shilan.karim@acme.test";
const requester = "mariam.haidar@acme.test";
const standIn = "bahar.ahmed@acme.test";

async function ask(person: Person, date: string) {
  const types = await person.api.call(listLeaveTypes);
  const type = types.data.find(({ name }) => name === "Annual leave");
  const body = { leave_type_id: type?.id as number, start_date: date, end_date: date, reason: `Day ${date}` };
  return (await person.api.call(createLeave, { body })).data;
}

test("a delegate decides on the approver's behalf and loses access live", async ({ signInAs }) => {
  const manager = await signInAs(head);
  const deputy = await signInAs(standIn);
  const asker = await signInAs(requester);
  await deputy.page.goto("/dashboard");
  await manager.page.goto("/profile/delegate-access");
  const { page, say } = manager;
  await page.getByRole("combobox", { name: say("delegation.to"), exact: true }).click();
  await page.getByRole("combobox", { name: say("delegation.to"), exact: true }).fill(deputy.fullname);
  await page.getByRole("option", { name: new RegExp(deputy.fullname) }).click();
  await page.getByLabel(say("delegation.reason")).fill("Family visit");
  await page.getByRole("button", { name: say("delegation.submit"), exact: true }).click();

  const banner = (person: Person) => person.page.getByRole("banner");
  await expect(
    banner(manager).getByRole("link", { name: say("delegation.badge.by", { name: deputy.firstName }) }),
  ).toBeVisible();
  const badge = banner(deputy).getByRole("link", {
    name: deputy.say("delegation.badge.for", { name: manager.firstName, count: 0 }),
  });
  await expect(badge).toBeVisible();

  const day = workday(9, 2, "Wed");
  const leave = await ask(asker, day);
  await asker.page.goto(`/leaves/view/${leave.id}`);
  await badge.click();
  await deputy.page.goto(`/approvals?open=${leave.id}`);
  await expect(deputy.page.getByText(`Day ${day}`)).toBeVisible();
  await expect(deputy.page.getByText(deputy.say("request.youDecideFor", { name: manager.fullname }))).toBeVisible();
  // With the focus on the page itself, the first key only focuses the button and decides nothing.
  const approve = deputy.page.locator("[data-deciding]").getByRole("button").first();
  await deputy.page.keyboard.press("a");
  await expect(approve).toBeFocused();
  await deputy.page.keyboard.press("a");
  await expect(asker.page.getByText(asker.say("leave.status.approved_by_manager"), { exact: true })).toBeVisible();
  await expect(asker.page.getByText(asker.say("request.onBehalfOf", { name: manager.fullname })).first()).toBeVisible();

  await page.getByRole("button", { name: say("delegation.end"), exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("delegation.end"), exact: true })
    .click();
  await expect(badge).toBeHidden();
  await expect(page.getByRole("heading", { name: say("delegation.history") })).toBeVisible();
});

test("a comment on a request appears live on the other screen", async ({ signInAs }) => {
  const manager = await signInAs(head);
  const asker = await signInAs(requester);
  const day = workday(9, 3, "Wed");
  const leave = await ask(asker, day);
  await manager.page.goto(`/approvals?open=${leave.id}`);
  await asker.page.goto(`/leaves/view/${leave.id}`);
  await expect(asker.page.getByText(`Day ${day}`)).toBeVisible();
  const field = manager.page.getByRole("textbox", { name: manager.say("request.comment"), exact: true });
  await field.fill("Who covers the depot?");
  await manager.page.getByRole("button", { name: manager.say("request.comment.send"), exact: true }).click();
  await expect(asker.page.getByText("Who covers the depot?")).toBeVisible();
  await expect(field).toHaveValue("");
});

test("similar requests are selected by keyboard and approved together", async ({ signInAs }) => {
  const manager = await signInAs(head);
  const asker = await signInAs(requester);
  const days = [workday(10, 1, "Tue"), workday(10, 2, "Tue")];
  const requests = [];
  for (const day of days) requests.push(await ask(asker, day));
  const { page, say } = manager;
  await page.goto("/approvals?sort=newest");
  const rows = page.locator("li[data-request]");
  await expect(rows.first()).toHaveAttribute("data-request", String(requests[1]?.id));
  await expect(rows.first()).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("x");
  await expect(rows.first().getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("button", { name: say("inbox.approveChosen", { count: 2 }), exact: true }).click();
  for (const leave of requests) await expect(page.locator(`li[data-request="${leave?.id}"]`)).toHaveCount(0);
  const left = await manager.api.call(listInbox, { query: { per_page: 200 } });
  expect(left.data.map(({ request }) => request.id)).not.toContain(requests[0]?.id);
});

test("delegated approvals appear in the delegate's menu with their count", async ({ signInAs }) => {
  const manager = await signInAs(head);
  const deputy = await signInAs(standIn);
  const colleague = await signInAs(requester);
  const running = await manager.api.call(listDelegations);
  if (!running.data.some(({ delegator }) => delegator.id === manager.id))
    await manager.api.call(delegate, { body: { delegatee_id: deputy.id } });
  await ask(colleague, workday(11, 1, "Tue"));
  await deputy.page.goto("/dashboard");
  const entry = deputy.page.getByRole("navigation").getByRole("link", { name: deputy.say("menu.inbox") });
  await expect(entry.first()).toBeVisible();
  const mine = (await manager.api.call(listDelegations)).data.filter(({ delegator }) => delegator.id === manager.id);
  for (const { id } of mine) await manager.api.call(endDelegation, { params: { id } });
  await expect(entry).toHaveCount(0);
});

test("the inbox lists sent requests and shows their decision live", async ({ signInAs }) => {
  const manager = await signInAs(head);
  const asker = await signInAs(requester);
  const leave = await ask(asker, workday(11, 2, "Tue"));
  const { page, say } = asker;
  await page.goto("/approvals?tab=sent");
  const row = page.locator(`li[data-request="${leave.id}"]`);
  await expect(row.getByText(say("inbox.waitsFor", { name: manager.fullname }))).toBeVisible();
  await manager.api.call(rejectLeave, { params: { id: leave.id }, body: { reason: "Stocktaking" } });
  await expect(row.getByText(say("leave.status.rejected_by_manager"))).toBeVisible();
  await page.getByLabel(say("inbox.search"), { exact: true }).fill("nothing such");
  await expect(page.getByText(say("inbox.noneFound"))).toBeVisible();
});

test("a request explains why it waits for this approver", async ({ signInAs }) => {
  const manager = await signInAs(head);
  const asker = await signInAs(requester);
  const leave = await ask(asker, workday(11, 3, "Tue"));
  const { page, say } = manager;
  await page.goto(`/approvals?open=${leave.id}`);
  const why = page.getByRole("button", { name: say("request.why"), exact: true });
  await why.press("Enter");
  const dialog = page.getByRole("dialog", { name: say("request.why") });
  await expect(dialog.getByText(manager.fullname)).toBeVisible();
  await hasFocus(dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(why).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`open=${leave.id}`));
});

test("toasts don't cover the inbox list or the decision bar", async ({ signInAs }) => {
  const manager = await signInAs(head);
  const asker = await signInAs(requester);
  for (const week of [3, 4] as const) await ask(asker, workday(11, week, "Thu"));
  const { page } = manager;
  await page.goto("/approvals?sort=newest");
  await page.locator("[data-deciding]").getByRole("button").first().focus();
  await page.keyboard.press("a");
  const toast = page.locator("[data-toast]").first();
  await expect(toast).toBeVisible();
  // Waits for the animation, since only the final position counts.
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const boxOf = async (locator: Locator) =>
    (await locator.boundingBox()) as { x: number; y: number; width: number; height: number };
  const [lies, list, bar] = [
    await boxOf(toast),
    await boxOf(page.getByRole("list", { name: manager.say("inbox.waiting") })),
    await boxOf(page.locator("[data-deciding]")),
  ];
  expect(lies.x).toBeGreaterThanOrEqual(list.x + list.width);
  expect(lies.y + lies.height).toBeLessThanOrEqual(bar.y);
});
