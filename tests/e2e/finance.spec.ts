import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { delegate, listDelegations, endDelegation } from "../../shared/approvals/approvals/delegation.contract";
import {
  approveFinance,
  cancelFinance,
  requestFinanceChanges,
} from "../../shared/requests/finance/finance-commands.contract";
import {
  createCostAccount,
  createVatRate,
  updateCostAccount,
  updateVatRate,
} from "../../shared/requests/accounts/accounts.contract";
import { createFinance, listFinance } from "../../shared/requests/finance/finance.contract";
import type { Person } from "./support/people";
import { hasFocus } from "./support/wait-until-ready";
import { expect, test } from "./support/test";

/** A requester who reports to the demo's manager, and two finance users: one approves, the other pays. */
const requester = "rezan.demir@acme.test";
const finance = "finance@acme.test";
const payer = "mei.tanaka@acme.test";

async function ask(person: Person, details: string, facts: { needed_by?: string } = {}) {
  const items = [
    { details: "Tripod", price: "79.90", quantity: 2 },
    { details: "Case", price: "24.55", quantity: 1 },
  ];
  const body = { type: "purchase", currency: "USD", details, items, ...facts } as const;
  return (await person.api.call(createFinance, { body: body as never })).data;
}

const cell = (page: Page, row: number, column: string) => page.locator(`[data-cell="${row} ${column}"]`);

async function openInInbox({ page }: Person, title: string) {
  await page.goto("/approvals");
  await page.getByRole("listitem").filter({ hasText: title }).first().getByRole("button").first().click();
  await expect(page.getByRole("heading", { name: new RegExp(title) })).toBeVisible();
}

test("a purchase is approved and paid, live on all screens", async ({ signInAs, manager }) => {
  const [rezan, ingrid, mei] = [await signInAs(requester), await signInAs(finance), await signInAs(payer)];
  const request = await ask(rezan, "Tripods for the studio");
  await rezan.page.goto(`/invoices/view/${request.id}`);
  const standing = (words: string) => expect(rezan.page.getByText(words, { exact: true }).first()).toBeVisible();
  await standing(rezan.say("request.waitingFor", { name: manager.fullname }));

  await openInInbox(manager, "Tripods for the studio");
  await manager.page.keyboard.press("a");
  await standing(rezan.say("request.waitingFor", { name: rezan.say("role.finance") }));

  await openInInbox(ingrid, "Tripods for the studio");
  await ingrid.page.keyboard.press("a");
  await standing(rezan.say("finance.status.approved"));

  await ingrid.page.goto(`/invoices/view/${request.id}`);
  await expect(ingrid.page.getByText(ingrid.say("finance.payApart.somebody_else"))).toBeVisible();
  await expect(ingrid.page.getByRole("button", { name: ingrid.say("finance.pay"), exact: true })).toHaveCount(0);

  await mei.page.goto(`/invoices/view/${request.id}`);
  await mei.page.getByRole("button", { name: mei.say("finance.pay"), exact: true }).click();
  const dialog = mei.page.getByRole("dialog");
  await dialog.getByRole("button", { name: mei.say("finance.pay.submit") }).click();
  await expect(dialog.getByText(mei.say("field.required"))).toBeVisible();
  await dialog.getByLabel(mei.say("finance.pay.reference")).fill("TRX-20418");
  await dialog.getByRole("button", { name: mei.say("finance.pay.submit") }).click();
  await standing(rezan.say("finance.status.paid"));
  await expect(rezan.page.getByText("TRX-20418")).toBeVisible();
});

test("a renamed cost account and VAT rate appear live in the view and the form", async ({ signInAs }) => {
  const [rezan, ingrid] = [await signInAs(requester), await signInAs(finance)];
  const mark = Date.now() % 1_000_000;
  const account = { code: `A${mark}`, name: `Paper ${mark}` };
  const rate = { code: `R${mark}`, name: `Reduced ${mark}`, percent: "7" };
  const [{ data: paper }, { data: reduced }] = [
    await ingrid.api.call(createCostAccount, { body: account }),
    await ingrid.api.call(createVatRate, { body: rate }),
  ];
  const item = { details: "Envelopes", price: "10.00", quantity: 1 };
  const items = [{ ...item, cost_account_id: paper.id, vat_rate_id: reduced.id }];
  const body = { type: "purchase", currency: "USD", details: "Envelopes for the office", items } as const;
  const { data: draft } = await rezan.api.call(createFinance, { body: { ...body, draft: true } as never });
  const { data: sent } = await rezan.api.call(createFinance, { body: body as never });
  await rezan.page.goto(`/invoices/edit/${draft.id}`);
  const view = await rezan.openTab();
  await view.goto(`/invoices/view/${sent.id}`);
  const expectNames = async (...names: string[]) => {
    for (const page of [rezan.page, view])
      for (const name of names) await expect(page.getByText(name).first()).toBeVisible();
  };
  await expectNames(account.name, rate.name);

  const after = [`Stationery ${mark}`, `Lower ${mark}`] as const;
  await ingrid.api.call(updateCostAccount, {
    params: { id: paper.id },
    body: { ...account, name: after[0], version: paper.version },
  });
  await ingrid.api.call(updateVatRate, {
    params: { id: reduced.id },
    body: { ...rate, name: after[1], version: reduced.version },
  });
  await expectNames(...after);
});

test("a delegate decides for the manager, and the requester sees on whose behalf", async ({ signInAs, manager }) => {
  const [rezan, delegatee] = [await signInAs(requester), await signInAs("omar.al.khatib@acme.test")];
  const currentDelegations = (await manager.api.call(listDelegations)).data;
  for (const one of currentDelegations)
    if (one.can.end) await manager.api.call(endDelegation, { params: { id: one.id } });
  const { data } = await manager.api.call(delegate, {
    body: { delegatee_id: delegatee.id },
  });
  try {
    const request = await ask(rezan, "Cables for the depot");
    await rezan.page.goto(`/invoices/view/${request.id}`);
    await openInInbox(delegatee, "Cables for the depot");
    await delegatee.page.keyboard.press("a");
    await expect(
      rezan.page
        .getByText(rezan.say("request.waitingFor", { name: rezan.say("role.finance") }), { exact: true })
        .first(),
    ).toBeVisible();
    const track = rezan.page.getByRole("list", { name: rezan.say("request.track") });
    await expect(track.getByText(delegatee.fullname)).toBeVisible();
    await expect(track.getByText(rezan.say("request.onBehalfOf", { name: manager.fullname }))).toBeVisible();
  } finally {
    await manager.api.call(endDelegation, { params: { id: data.id } });
  }
});

test("finance items are entered by keyboard, and totals update on each key", async ({ signInAs }) => {
  const rezan = await signInAs(requester);
  const { page, say } = rezan;
  await page.goto("/invoices/create");
  await expect(cell(page, 0, "details")).toHaveValue(say("finance.sampleItem"));
  const total = page.locator("aside output");

  await cell(page, 0, "details").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Handheld scanner");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1,420.00");
  await expect(total).toHaveText(/1,420\.00/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("+");
  await expect(total).toHaveText(/2,840\.00/);
  for (let times = 0; times < 4; times++) await page.keyboard.press("-");
  await expect(cell(page, 0, "quantity")).toHaveValue("0"); // never negative
  await page.keyboard.press("+");
  await page.keyboard.press("Enter");
  await expect(cell(page, 1, "details")).toBeFocused();
  await page.keyboard.type("Cradle");
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, 1, "price")).toBeFocused();
  await page.keyboard.type("0.335");
  await page.keyboard.press("ArrowUp");
  await expect(cell(page, 0, "price")).toBeFocused();
  await expect(total).toHaveText(/1,420\.34/);
  await expect(page.getByText(/\d\d:\d\d/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/edit\/\d+$/);
  await expect(cell(page, 0, "price")).toBeFocused();

  await page.reload();
  await expect(cell(page, 1, "details")).toHaveValue("Cradle");
  await cell(page, 1, "details").focus();
  await page.keyboard.press("Alt+Delete");
  await expect(cell(page, 1, "details")).toHaveCount(0);
  await cell(page, 0, "details").fill("");
  await cell(page, 0, "price").fill("");
  await page.getByRole("button", { name: say("finance.send") }).click();
  await expect(page.getByText(say("finance.details"))).toBeVisible();
  await expect(page.getByText(say("finance.price"))).toBeVisible();
  // The missing purpose is reported too and gets the focus, since it is the first field.
  await expect(page.getByText(say("field.required"))).toBeVisible();
  const purposeField = page.getByLabel(say("finance.whatFor"), { exact: true });
  await expect(purposeField).toBeFocused();
  await purposeField.fill("Scanners");
  await page.getByRole("button", { name: say("finance.send") }).click();
  await expect(cell(page, 0, "details")).toBeFocused();
  await cell(page, 0, "details").fill("Scanner after all");
  await cell(page, 0, "price").fill("12.50");
  await page.getByRole("button", { name: say("finance.send") }).click();
  await expect(page).toHaveURL(/\/invoices\/view\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^PUR-\d{4}-\d{4}$/);
});

test("submitting the sample item is refused and saves no draft", async ({ signInAs }) => {
  const { page, say, api } = await signInAs(requester);
  const drafts = async () => (await api.call(listFinance, { query: { scope: "mine", status: ["draft"] } })).meta.total;
  const before = await drafts();
  await page.goto("/invoices/create");
  await page.getByText(say("finance.type.payment"), { exact: true }).click();
  await page.getByRole("button", { name: say("finance.send") }).click();
  await expect(page.getByText(say("finance.sample"))).toBeVisible();
  await expect(page.getByText(say("field.required"))).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/create$/);
  await page.getByLabel(say("finance.whatFor"), { exact: true }).fill("Lamps of the yard");
  await expect(page).toHaveURL(/\/invoices\/edit\/\d+$/);
  expect(await drafts()).toBe(before + 1);
  await page.getByRole("button", { name: say("finance.startFromEarlier") }).click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Lamps of the yard" })).toHaveCount(0);
});

test("a returned request shows the reason and can be sent again", async ({ signInAs, manager }) => {
  const { page, say, api } = await signInAs(requester);
  const { data } = await api.call(createFinance, {
    body: { type: "purchase", details: "Ladders", items: [{ details: "Ladder", price: "80.00", quantity: 2 }] },
  });
  await manager.api.call(requestFinanceChanges, { params: { id: data.id }, body: { note: "Rent them instead" } });
  await page.goto(`/invoices/edit/${data.id}`);
  await expect(page.getByText("Rent them instead")).toBeVisible();
  await expect(page.getByText(say("request.saidChanges", { name: manager.fullname }))).toBeVisible();
  await page.getByRole("link", { name: say("request.backToRequest") }).click();
  await expect(page).toHaveURL(new RegExp(`/invoices/view/${data.id}$`));
});

test("pasted spreadsheet rows become items", async ({ signInAs }) => {
  const { page } = await signInAs(requester);
  await page.goto("/invoices/create");
  await cell(page, 0, "details").focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Item\tPrice\tPieces\nLamp\t39.90\t3\nDesk\t1,210.00\t1\n");
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(cell(page, 1, "details")).toHaveValue("Desk");
  await expect(cell(page, 0, "quantity")).toHaveValue("3");
  await expect(page.locator("aside output")).toHaveText(/1,329\.70/);
});

test("finance filters are in the URL and apply to the totals and the export", async ({ signInAs }) => {
  const { page, say, api } = await signInAs(finance);
  const paid = await api.call(listFinance, { query: { status: ["paid"] as never } });
  await page.goto("/invoices/list?scope=all&status=paid");
  await expect(page.getByRole("row")).toHaveCount(1 + Math.min(50, paid.meta.total));
  await page.getByRole("textbox", { name: say("finance.search") }).fill("Diesel");
  await expect(page).toHaveURL(/q=Diesel/);
  // The URL changes before the list does, and the export contains the list on screen.
  const found = await api.call(listFinance, { query: { status: ["paid"] as never, q: "Diesel" } });
  await expect(page.getByRole("row")).toHaveCount(1 + found.meta.total);
  await page.getByRole("button", { name: say("sheet.export") }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: say("sheet.csv") }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(1 + found.meta.total);
});

test("if the plan lacks finance, its menu entry and URL open the plans dialog", async ({ outsider }) => {
  const { page, say } = outsider;
  await page.goto("/dashboard");
  await page
    .getByRole("navigation", { name: say("menu.main") })
    .getByText(say("menu.finance"))
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/invoices/list");
  await page.getByRole("button", { name: say("pricing.see") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a step reassigned by an administrator is shown in the history and route", async ({ signInAs }) => {
  const [rezan, ingrid, admin] = [
    await signInAs(requester),
    await signInAs(finance),
    await signInAs("admin@acme.test"),
  ];
  const request = await ask(rezan, "Ladders for the hall");
  await rezan.page.goto(`/invoices/view/${request.id}`);
  const { page, say } = admin;
  await page.goto(`/invoices/view/${request.id}`);
  await page.getByRole("button", { name: say("request.handOver"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: say("request.handOver.to") }).fill(ingrid.fullname);
  await page.getByRole("option", { name: ingrid.fullname }).click();
  await dialog.getByLabel(say("request.handOver.note")).fill("Away until Monday");
  await dialog.getByRole("button", { name: say("request.handOver.submit"), exact: true }).click();
  await expect(dialog).toHaveCount(0);

  const track = rezan.page.getByRole("list", { name: rezan.say("request.track") });
  await expect(track.getByText(ingrid.fullname)).toBeVisible();
  await expect(rezan.page.getByText("Away until Monday")).toBeAttached();

  await openInInbox(ingrid, "Ladders for the hall");
  await expect(ingrid.page.getByText(/^Waiting for you, then/)).toBeVisible();
  await ingrid.page.keyboard.press("a");
  await expect(
    rezan.page.getByText(rezan.say("request.waitingFor", { name: rezan.say("role.finance") }), { exact: true }).first(),
  ).toBeVisible();
});

test("several requests can be paid together, and refused ones are listed", async ({ signInAs, manager }) => {
  const [rezan, ingrid, mei] = [await signInAs(requester), await signInAs(finance), await signInAs(payer)];
  const createdRequests = [await ask(rezan, "Lamps for the yard"), await ask(rezan, "Ropes for the yard")];
  for (const { id } of createdRequests) {
    await manager.api.call(approveFinance, { params: { id }, body: {} as never });
    await ingrid.api.call(approveFinance, { params: { id }, body: {} as never });
  }
  const { page, say } = mei;
  await page.goto("/invoices/list");
  await page.getByRole("button", { name: say("finance.run"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  for (const { number } of createdRequests)
    await dialog.getByRole("checkbox", { name: new RegExp(number as string) }).check();
  await dialog.getByLabel(say("finance.pay.reference")).fill("SEPA-2026-47");
  await rezan.api.call(cancelFinance, { params: { id: (createdRequests[1] as { id: number }).id }, body: {} as never });
  await dialog.getByRole("button", { name: say("finance.run.pay", { count: 2 }) }).click();
  await expect(dialog.getByText(say("finance.run.paid", { count: 1 }))).toBeVisible();
  await expect(dialog.getByText(say("finance.run.refused", { count: 1 }))).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: createdRequests[1]?.number as string })).toBeVisible();
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: say("finance.run.file") }).click();
  expect((await saved).suggestedFilename()).toMatch(/^finance-.*\.xlsx$/);
  await rezan.page.goto(`/invoices/view/${createdRequests[0]?.id}`);
  await expect(rezan.page.getByText("SEPA-2026-47")).toBeVisible();
});

test("a payment run marks what is overdue and chooses what is due", async ({ signInAs, manager }) => {
  const [rezan, ingrid, mei] = [await signInAs(requester), await signInAs(finance), await signInAs(payer)];
  const late = await ask(rezan, "Hoses for the yard", { needed_by: "2026-01-05" });
  const open = await ask(rezan, "Rakes for the yard");
  for (const { id } of [late, open]) {
    await manager.api.call(approveFinance, { params: { id }, body: {} as never });
    await ingrid.api.call(approveFinance, { params: { id }, body: {} as never });
  }
  const { page, say } = mei;
  await page.goto("/invoices/list");
  await page.getByRole("button", { name: say("finance.run"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  const row = ({ number }: { number: string | null }) =>
    dialog.getByRole("listitem").filter({ hasText: number as string });
  await expect(row(late)).toContainText(say("finance.run.wasDue", { day: "5 Jan 2026" }));
  await dialog.getByRole("button", { name: /due$/ }).click();
  await expect(row(late).getByRole("checkbox")).toBeChecked();
  await expect(row(open).getByRole("checkbox")).not.toBeChecked();
});

test("the budget owner approves a request over budget, and the budget is updated", async ({ signInAs }) => {
  const [ingrid, elif, jonas] = [
    await signInAs(finance),
    await signInAs("elif.kaya@acme.test"),
    await signInAs("hr@acme.test"),
  ];
  // Finance sets the owner of the budget and a rule.
  const { page, say } = ingrid;
  await page.goto("/invoices/settings");
  // The panels above the budgets have loaded; they would move the open list out of view, and it would hide.
  const route = page.getByRole("region", { name: say("chain.title") });
  await expect(route.getByRole("listitem").first()).toBeVisible();
  const service = page.getByRole("row").filter({ has: page.getByText("Customer service", { exact: true }) });
  const owner = service.getByRole("combobox", {
    name: say("finance.budgetOwnerFor", { department: "Customer service" }),
  });
  await owner.fill(jonas.fullname);
  await page.getByRole("option", { name: jonas.fullname, exact: true }).click();
  await service
    .getByRole("textbox", { name: say("finance.budgetFor", { department: "Customer service" }), exact: true })
    .fill("15000");
  await service.getByRole("button", { name: say("finance.save"), exact: true }).click();
  await expect(service.getByRole("button", { name: say("finance.save"), exact: true })).toHaveCount(0);
  await expect(owner).toHaveValue(jonas.fullname);
  const committed = service.locator(`[data-label="${say("finance.budget.committed")}"]`);
  const before = await committed.innerText();
  await expect(service.locator("[data-over]")).toHaveCount(0);
  await page.getByRole("button", { name: say("rules.add") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("rules.name")).fill("More than the budget");
  await dialog.getByLabel(say("rules.overBudget")).check();
  await expect(dialog.getByPlaceholder(say("rules.ownCurrency", { currency: "USD" }))).toBeVisible();
  await dialog.getByRole("combobox", { name: say("rules.step.by", { number: 1 }) }).click();
  await page.getByRole("option", { name: say("rules.by.budget_owner") }).click();
  await dialog.getByRole("button", { name: say("action.save"), exact: true }).click();
  await expect(dialog).toBeHidden();

  // The requester sees the warning and the route before sending.
  await elif.page.goto("/invoices/create");
  await elif.page.getByLabel(elif.say("finance.whatFor"), { exact: true }).fill("Trade fair booth");
  await cell(elif.page, 0, "details").fill("Booth");
  await cell(elif.page, 0, "price").fill("20,500");
  const side = elif.page.locator("aside").filter({ hasText: elif.say("finance.overBudget") });
  await expect(side).toBeVisible();
  await expect(side.getByText(elif.say("finance.budgetOwnedBy", { name: jonas.fullname }))).toBeVisible();
  const steps = side.getByRole("region", { name: elif.say("chain.title") }).getByRole("listitem");
  await expect(steps).toHaveCount(1);
  await expect(steps).toContainText(jonas.fullname);
  await expect(steps).toContainText(elif.say("request.step.by.budget_owner"));

  await jonas.page.goto("/approvals");
  await expect(jonas.page.getByRole("heading", { level: 1 })).toBeVisible();
  await elif.page.getByLabel(elif.say("finance.overBudgetWhy")).fill("Only place left");
  await elif.page.getByRole("button", { name: elif.say("finance.send") }).click();
  await expect(elif.page).toHaveURL(/\/invoices\/view\/\d+$/);
  const standing = (words: string) => expect(elif.page.getByText(words, { exact: true }).first()).toBeVisible();
  await standing(elif.say("request.waitingFor", { name: jonas.fullname }));

  // The owner receives it on the open screen and approves; finance sees it in the budget.
  const arrived = jonas.page.getByRole("listitem").filter({ hasText: "Trade fair booth" }).first();
  await arrived.getByRole("button").first().click();
  await expect(jonas.page.getByText("Only place left")).toBeVisible();
  await jonas.page.keyboard.press("a");
  await standing(elif.say("finance.status.approved"));
  await expect(committed).not.toHaveText(before);
  await expect(service.locator("[data-over]")).toHaveText(/^−/);
});

test("on a phone, list actions are in a menu that gets the focus back", async ({ signInAs }) => {
  const browser = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, say } = await signInAs(finance, { browser });
  await page.goto("/invoices/list");
  const menu = page.getByRole("button", { name: say("finance.moreActions") });
  await menu.click();
  await expect(page.getByRole("menuitem", { name: say("finance.settings") })).toHaveAttribute(
    "href",
    "/invoices/settings",
  );
  await page.getByRole("menuitem", { name: say("finance.run") }).click();
  await hasFocus(page.getByRole("dialog", { name: say("finance.run") }));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(menu).toBeFocused();
});
