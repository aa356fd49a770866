import { approveLeave, createLeave, listLeave } from "../../shared/requests/leave/requests/leave.contract";
import { listInbox, listSentRequests } from "../../shared/approvals/approvals/approvals.contract";
import { listLeaveTypes } from "../../shared/requests/leave/types/types.contract";
import { workday } from "./support/days";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

/** A department that no other test uses in these weeks. */
const head = "ruben.petrosyan@acme.test";
const requester = "hiwa.osman@acme.test";

async function ask(person: Person, date: string) {
  const types = await person.api.call(listLeaveTypes);
  const type = types.data.find(({ name }) => name === "Unpaid leave") ?? types.data[0];
  const body = { leave_type_id: type?.id as number, start_date: date, end_date: date };
  return (await person.api.call(createLeave, { body })).data;
}

function readsOf(person: Person, path: string): () => number {
  let reads = 0;
  person.page.on("request", (request) => {
    if (request.method() === "GET" && new URL(request.url()).pathname === path) reads++;
  });
  return () => reads;
}

/** Records in the page, by its own clock, when each row first showed a text. */
const watchRows = (person: Person): Promise<void> =>
  person.page.evaluate(() => {
    const timeByText = new Map<string, number>();
    const look = () => {
      for (const row of document.querySelectorAll<HTMLElement>("[data-request]")) {
        const words = `${row.dataset.request} ${row.textContent}`;
        if (!timeByText.has(words)) timeByText.set(words, performance.timeOrigin + performance.now());
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
    Object.assign(window, { timeByText });
  });

const firstShownAt = (person: Person, request: number, ...words: string[]): Promise<number> =>
  person.page.evaluate(
    ([id, parts]) => {
      const { timeByText } = window as unknown as { timeByText: Map<string, number> };
      const of = [...timeByText].filter(
        ([row]) => row.startsWith(`${id} `) && parts.some((part) => row.includes(part)),
      );
      return Math.min(...of.map(([, at]) => at));
    },
    [request, words] as const,
  );

const readAt = (person: Person, list: string, since = 0): Promise<number> =>
  person.page.evaluate(
    ([path, from]) => {
      const begun = performance
        .getEntriesByType("resource")
        .filter(({ name }) => new URL(name).pathname === path)
        .map(({ startTime }) => performance.timeOrigin + startTime);
      return Math.min(...begun.filter((at) => at > from));
    },
    [list, since] as const,
  );

const clockOf = (person: Person) => person.page.evaluate(() => performance.timeOrigin + performance.now());

test("requests and decisions appear in both users' lists from events alone", async ({ signInAs }) => {
  const manager = await signInAs(head);
  const asker = await signInAs(requester);
  await manager.page.goto("/approvals");
  await asker.page.goto("/approvals?tab=sent");
  const lists = [
    [manager, listInbox.path],
    [asker, listSentRequests.path],
  ] as const;
  for (const [person, path] of lists) {
    await expect(person.page.getByRole("heading", { name: person.say("title.inbox") })).toBeVisible();
    await expect.poll(() => readAt(person, path)).toBeLessThan(Infinity);
    await watchRows(person);
  }
  // A first request fills the lists; each list is read again once no events have arrived for a while.
  const before = await Promise.all(lists.map(([person]) => clockOf(person)));
  const first = await ask(asker, workday(6, 1, "Mon"));
  for (const [at, [person, path]] of lists.entries()) {
    await expect(person.page.locator(`[data-request="${first.id}"]`)).toBeVisible();
    await expect.poll(() => readAt(person, path, before[at])).toBeLessThan(Infinity);
  }
  const reads = [
    readsOf(manager, listInbox.path),
    readsOf(asker, listSentRequests.path),
    readsOf(asker, listLeave.path),
  ];

  const sent = await clockOf(manager);
  const leave = await ask(asker, workday(6, 1, "Tue"));
  const answered = Date.now();
  const row = `[data-request="${leave.id}"]`;
  await expect(manager.page.locator(row)).toBeVisible();
  const pendingShownAt = await firstShownAt(manager, leave.id, "");
  expect(pendingShownAt, "it stood there before anything was read").toBeLessThan(
    await readAt(manager, listInbox.path, sent),
  );
  test.info().annotations.push({ type: "sent → inbox, ms", description: String(pendingShownAt - answered) });
  await expect(asker.page.locator(row)).toBeVisible();
  await expect.poll(() => readAt(asker, listSentRequests.path, sent)).toBeLessThan(Infinity);

  const words = [asker.say("leave.status.approved_by_manager"), asker.say("leave.status.approved")];
  const decided = await clockOf(asker);
  await manager.api.call(approveLeave, { params: { id: leave.id }, body: {} });
  const approved = Date.now();
  await expect(asker.page.locator(row)).toContainText(new RegExp(words.join("|")));
  const shownAt = await firstShownAt(asker, leave.id, ...words);
  expect(shownAt, "it was said before anything was read").toBeLessThan(
    await readAt(asker, listSentRequests.path, decided),
  );
  test.info().annotations.push({ type: "decided → sent by me, ms", description: String(shownAt - approved) });
  await expect(manager.page.locator(row)).toBeHidden();
  for (const count of reads) expect(count()).toBeLessThanOrEqual(2);
});

test("inbox filters can be removed by keyboard", async ({ manager: { page, say } }) => {
  await page.goto("/approvals");
  const kinds = page
    .getByRole("combobox", { name: say("inbox.kinds") })
    .or(page.getByRole("textbox", { name: say("inbox.kinds") }));
  await kinds.first().click();
  await page.getByRole("option").first().click();
  await expect(kinds.first()).not.toHaveValue("");
  const clear = page.getByRole("button", { name: say("action.clear"), exact: true });
  await page.keyboard.press("Tab");
  await expect(clear).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(kinds.first()).toHaveValue("");
  await expect(clear).toBeHidden();
  await expect(page.locator("body")).not.toBeFocused();
});
