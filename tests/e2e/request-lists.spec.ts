import { approveLeave, createLeave, listLeave } from "../../shared/leave/leave.contract";
import { inbox, sentByMe } from "../../shared/approvals/approvals.contract";
import { listLeaveTypes } from "../../shared/leave/leave-types.contract";
import { workday } from "./support/days";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

/** A department of which no other story asks anything in these weeks. */
const head = "shilan.karim@acme.test";
const requester = "mariam.haidar@acme.test";

async function ask(person: Person, date: string) {
  const types = await person.api.call(listLeaveTypes);
  const type = types.data.find(({ name }) => name === "Unpaid leave") ?? types.data[0];
  const body = { leave_type_id: type?.id as number, start_date: date, end_date: date };
  return (await person.api.call(createLeave, { body })).data;
}

/** How often a page has read a list since it is watched. */
function readsOf(person: Person, path: string): () => number {
  let reads = 0;
  person.page.on("request", (request) => {
    if (request.method() === "GET" && new URL(request.url()).pathname === path) reads++;
  });
  return () => reads;
}

/** When a text was painted first, by the page's clock. */
const paintOf = (person: Person, selector: string, words = ""): Promise<number> =>
  person.page.evaluate(
    ([css, part]) =>
      new Promise<number>((resolve) => {
        const shown = () =>
          [...document.querySelectorAll(css as string)].some((one) => one.textContent?.includes(part as string));
        const look = () => {
          if (!shown()) return false;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
          return true;
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    [selector, words],
  );

test("what one sends stands in the other's inbox, and what the other decides in one's lists, from the event alone", async ({
  cast,
}) => {
  const manager = await cast(head);
  const asker = await cast(requester);
  await manager.page.goto("/approvals");
  await asker.page.goto("/approvals?tab=sent");
  await expect(manager.page.getByRole("list", { name: manager.say("inbox.waiting") })).toBeVisible();
  await expect(asker.page.getByRole("heading", { name: asker.say("title.inbox") })).toBeVisible();
  await ask(asker, workday(6, 1, "Mon"));
  await expect(asker.page.locator("[data-request]").first()).toBeVisible();
  const reads = [readsOf(manager, inbox.path), readsOf(asker, sentByMe.path), readsOf(asker, listLeave.path)];

  const seen = await manager.page.locator("[data-request]").count();
  const painted = manager.page.evaluate(
    (before) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelectorAll("[data-request]").length <= before) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true });
      }),
    seen,
  );
  const leave = await ask(asker, workday(6, 1, "Tue"));
  const answered = Date.now();
  const row = `[data-request="${leave.id}"]`;
  await expect(manager.page.locator(row)).toBeVisible();
  test.info().annotations.push({ type: "sent → inbox, ms", description: String((await painted) - answered) });

  const decided = paintOf(asker, row, asker.say("leave.status.approved_by_manager"));
  const settled = paintOf(asker, row, asker.say("leave.status.approved"));
  await manager.api.call(approveLeave, { params: { id: leave.id }, body: {} });
  const approved = Date.now();
  const at = await Promise.race([decided, settled]);
  test.info().annotations.push({ type: "decided → sent by me, ms", description: String(at - approved) });
  await expect(manager.page.locator(row)).toBeHidden();
  // Whatever was read was read after it had changed: one reading for the quiet after each of the two lists' changes.
  for (const count of reads) expect(count()).toBeLessThanOrEqual(2);
});
