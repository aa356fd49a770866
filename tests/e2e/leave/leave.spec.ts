import { createLeave } from "../../../shared/requests/leave/requests/leave.contract";
import { listLeaveTypes } from "../../../shared/requests/leave/types/types.contract";
import { workday } from "../support/days";
import type { Person } from "../support/people";
import { expect, test } from "../support/test";

const requester = "rezan.demir@acme.test";

async function ask(person: Person, date: string) {
  const types = await person.api.call(listLeaveTypes);
  const type = types.data.find(({ name }) => name === "Annual leave");
  const body = { leave_type_id: type?.id as number, start_date: date, end_date: date, reason: `Day ${date}` };
  return (await person.api.call(createLeave, { body })).data;
}

test("a request and its decision appear live for the approver and the requester", async ({ signInAs, manager }) => {
  const rezan = await signInAs(requester);
  await manager.page.goto("/approvals");
  await expect(manager.page.getByRole("heading", { name: manager.say("title.inbox"), level: 1 })).toBeVisible();

  const day = workday(6, 2, "Wed");
  const leave = await ask(rezan, day);
  await rezan.page.goto(`/leaves/view/${leave.id}`);
  await expect(
    rezan.page.getByText(rezan.say("request.waitingFor", { name: manager.fullname }), { exact: true }),
  ).toBeVisible();

  const row = manager.page
    .getByRole("listitem")
    .filter({ hasText: rezan.fullname })
    .filter({ hasText: manager.words.format.day(day, "medium") });
  await row.getByRole("button").click();
  await expect(manager.page.getByText(`Day ${day}`)).toBeVisible();
  await manager.page.keyboard.press("a");
  await expect(rezan.page.getByText(rezan.say("leave.status.approved_by_manager"), { exact: true })).toBeVisible();
  await expect(manager.page.getByText(`Day ${day}`)).toBeHidden();
});

test("rejecting requires a reason, which the requester sees", async ({ signInAs, manager }) => {
  const rezan = await signInAs(requester);
  const day = workday(6, 3, "Wed");
  const leave = await ask(rezan, day);
  await rezan.page.goto(`/leaves/view/${leave.id}`);
  await manager.page.goto(`/approvals?open=${leave.id}`);
  await expect(manager.page.getByText(`Day ${day}`)).toBeVisible();
  await manager.page.keyboard.press("r");
  await manager.page.getByRole("button", { name: manager.say("request.rejectNow"), exact: true }).click();
  await expect(manager.page.getByText(manager.say("field.required"))).toBeVisible();
  await manager.page.getByLabel(manager.say("request.rejectWhy")).fill("We launch that week");
  await manager.page.keyboard.press("Control+Enter");
  await expect(rezan.page.getByText("We launch that week")).toBeVisible();
  await expect(rezan.page.getByText(rezan.say("leave.status.rejected_by_manager"))).toBeVisible();
});
