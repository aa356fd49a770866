import { changeSettings, createExport } from "../../../server/requests/accounting/accounting.service";
import { takeFinancePaymentBack } from "../../../server/requests/finance/finance-payment.service";
import { type Tx, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { subtractMonths } from "../../../shared/requests/accounting/accounting.rules";
import { problemFromError } from "../../../server/platform/http/problems";
import { type Actor, findActor } from "../../../server/platform/session";
import type { Answer, Api } from "../../support/api";
import { runSerialized, runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { financeFixture, requestUrl, today } from "../finance/fixtures";

const server = testServer();

const month = today.slice(0, 7);
const previewUrl = `/accounting/preview?month=${month}`;
const settingsUrl = "/accounting/settings";
const exportUrl = "/accounting/export";
const settings = { fiscal_month: 1, account_length: 4, clearing_account: "70000", fallback_account: "1590" };
const numbers = { consultant_number: 29098, client_number: 55003 };

async function fixture() {
  const all = await financeFixture(await server.world());
  const { finance, payer } = all;
  const account = async (code: string) =>
    requireOk(await finance.post("/finance/cost-account", { code, name: code })).body.data.id;
  const rate = async (code: string, percent: string, accounting_key?: string) =>
    requireOk(await finance.post("/finance/vat-rate", { code, name: code, percent, accounting_key })).body.data.id;
  const toner = {
    details: "Toner",
    price: "50.00",
    quantity: 2,
    cost_account_id: await account("4930"),
    vat_rate_id: await rate("V19", "19", "9"),
  };
  return {
    ...all,
    account,
    rate,
    toner,
    save: async (body: object = {}) => requireOk(await finance.put(settingsUrl, { ...settings, ...numbers, ...body })),
    preview: async (query = "", as = payer) => requireOk(await as.get(`${previewUrl}${query}`)).body.data,
    create: (body: object = {}, as = payer): Promise<Answer> => as.post(exportUrl, { month, ...body }),
    file: (id: number, format: string, as = payer) => as.get(`${exportUrl}/${id}/file?format=${format}`),
  };
}

const postingsOf = ({ text }: Answer) =>
  text
    .split("\r\n")
    .slice(2, -1)
    .map((line) => line.split(";").slice(0, 14).join(";"));
const todayInFile = `${today.slice(8)}${today.slice(5, 7)}`;

test("the export requires session, permission and plan, and belongs to its tenant", async () => {
  const all = await fixture();
  await all.save();
  await all.approved({ items: [all.toner] });
  const { id } = requireOk(await all.create()).body.data;
  const calls = (as: Api) => [as.get(previewUrl), as.get(exportUrl), all.create({}, as), all.file(id, "csv", as)];
  const codes = async (as: Api) => (await Promise.all(calls(as))).map(({ body }) => body.code);
  expect(await codes(all.world.api(null))).toEqual(Array(4).fill("session.required"));
  for (const as of [all.employee, all.manager]) expect(await codes(as)).toEqual(Array(4).fill("permission.denied"));
  for (const call of [all.manager.get(settingsUrl), all.manager.put(settingsUrl, settings)])
    expect((await call).body.code).toBe("permission.denied");
  const free = await server.world({ plan: "free" });
  expect(await codes(free.api(free.admin))).toEqual(Array(4).fill("feature_not_in_plan"));
  const elsewhere = await fixture();
  expect((await all.file(id, "csv", elsewhere.payer)).status).toBe(404);
  expect(requireOk(await elsewhere.payer.get(exportUrl)).body.data).toEqual([]);
});

test("rejects invalid accounts and stale versions of the settings", async () => {
  const { finance, save } = await fixture();
  expect(requireOk(await finance.get(settingsUrl)).body.data).toMatchObject({ version: 0, clearing_account: "" });
  const errors = async (body: object) => Object.keys((await finance.put(settingsUrl, body)).body.errors ?? {}).sort();
  expect(await errors({})).toEqual(["account_length", "clearing_account", "fallback_account", "fiscal_month"]);
  expect(await errors({ ...settings, clearing_account: "700000", fallback_account: "15900" })).toEqual([
    "clearing_account",
    "fallback_account",
  ]);
  expect(await errors({ ...settings, clearing_account: "7000A", fallback_account: "0000" })).toEqual([
    "clearing_account",
    "fallback_account",
  ]);
  expect(await errors({ ...settings, consultant_number: 7, client_number: 100_000 })).toEqual([
    "client_number",
    "consultant_number",
  ]);
  expect((await save({ version: 0, clearing_account: "٧٠٠٠٠" })).body.data).toMatchObject({
    version: 1,
    ...settings,
    ...numbers,
  });
  const stale = await finance.put(settingsUrl, { ...settings, version: 0 });
  expect([stale.status, stale.body.data.version]).toEqual([409, 1]);
  expect((await save({ version: 1, account_length: 5 })).body.data).toMatchObject({ version: 2, account_length: 5 });
});

test("nothing is exported without settings or without approved requests", async () => {
  const all = await fixture();
  requireOk(await all.ask({ items: [all.toner] })); // not approved
  await all.approved({ type: "cash_advance", items: [{ details: "Travel", price: "80", quantity: 1 }] });
  expect(await all.preview()).toMatchObject({ configured: false, requests: 0, postings: 0, datev_problem: "numbers" });
  expect((await all.create()).body.code).toBe("accounting.notReady");
  await all.save();
  expect((await all.create()).body.code).toBe("accounting.nothing");
  expect((await all.create({ month: "2026-13" })).body.errors).toHaveProperty("month");
});

test("lines without a usable account or tax key are listed and still add up", async () => {
  const all = await fixture();
  await all.save();
  const { toner } = all;
  const long = await all.account("4930000");
  const noKey = await all.rate("V7", "7");
  const id = await all.approved({
    items: [
      toner,
      { details: "Paper", price: "10", quantity: 1 },
      { details: "Ink", price: "10", quantity: 1, cost_account_id: long, vat_rate_id: noKey },
    ],
  });
  const data = await all.preview();
  expect(data).toMatchObject({ requests: 1, postings: 3, total: "139.70", currency: "USD", problems: 3 });
  expect(data.rows).toMatchObject([
    {
      id,
      family: "finance",
      amount: "139.70",
      exported: null,
      problems: [
        { line: 2, kind: "noAccount" },
        { line: 3, kind: "accountInvalid" },
        { line: 3, kind: "noTaxKey" },
      ],
    },
  ]);
  const { data: run } = requireOk(await all.create()).body;
  expect(run).toMatchObject({ number: 1, month, basis: "invoice", requests: 1, postings: 3, total: "139.70" });
  const { number } = await all.read(id);
  expect(postingsOf(await all.file(run.id, "datev"))).toEqual([
    `119,00;"S";"USD";;;"";4930;70000;"9";${todayInFile};"${number}";"";;"${number} Toner"`,
    `10,00;"S";"USD";;;"";1590;70000;"";${todayInFile};"${number}";"";;"${number} Paper"`,
    `10,70;"S";"USD";;;"";1590;70000;"";${todayInFile};"${number}";"";;"${number} Ink"`,
  ]);
});

test("lines without an account use the supplier's, and foreign amounts are converted", async () => {
  const all = await fixture();
  await all.save();
  const { id: supplier_id } = requireOk(
    await all.finance.post("/finance/supplier", { name: "Papier Müller", cost_account_id: all.toner.cost_account_id }),
  ).body.data;
  const id = await all.approved({
    type: "payment",
    currency: "EUR",
    supplier_id,
    supplier: "Papier Müller",
    invoice_number: "R 47/11",
    no_file_reason: "by post",
    invoice_date: today,
    items: [
      { details: "Toner", price: "0.33", quantity: 1 },
      ...Array(2).fill({ details: "Ink", price: "0.33", quantity: 1 }),
    ],
  });
  const { number, home_amount } = await all.read(id);
  expect(home_amount).toBe("1.07");
  expect(await all.preview()).toMatchObject({ total: "1.07", problems: 0 });
  const { data: run } = requireOk(await all.create()).body;
  const file = await all.file(run.id, "datev");
  expect(file.headers["content-disposition"]).toBe(`attachment; filename="EXTF_accounting-${month}-1.csv"`);
  // A rate below 1 (1 ÷ 1.0834) can't be imported.
  expect(postingsOf(file).map((line) => line.split(";").slice(0, 7).join(";"))).toEqual([
    `0,36;"S";"USD";;;"";4930`,
    `0,36;"S";"USD";;;"";4930`,
    `0,35;"S";"USD";;;"";4930`,
  ]);
  const plain = await all.file(run.id, "csv", all.payer.with({ "accept-language": "de" }));
  const [titles, first] = plain.text.split("\r\n");
  expect(titles).toContain("Buchungsdatum;Belegnummer;Nummer;Buchungstext;Sollkonto;Habenkonto;Netto;MwSt.;");
  expect(first).toBe(
    `${today};R 47/11;${number};${number} Papier Müller Toner;4930;70000;0,36;0,00;0,36;USD;;;0,33;EUR;1,0834;;;;`,
  );
  expect((await all.file(run.id, "xlsx")).headers["content-type"]).toContain("spreadsheetml");
  expect((await all.file(run.id, "pdf")).body.errors).toHaveProperty("format");
});

test("the supplier's own account is credited, or the clearing account if it is invalid", async () => {
  const all = await fixture();
  await all.save();
  const supplier = async (name: string, creditor_account: string) => {
    const { id: supplier_id } = requireOk(await all.finance.post("/finance/supplier", { name, creditor_account })).body
      .data;
    return all.approved({
      type: "payment",
      supplier: name,
      supplier_id,
      invoice_number: "1",
      no_file_reason: "by post",
      invoice_date: today,
      items: [all.toner],
    });
  };
  const wrong = await all.finance.post("/finance/supplier", { name: "A", creditor_account: "K-1" });
  expect(Object.keys(wrong.body.errors)).toEqual(["creditor_account"]);
  await supplier("Paper Mill", "70123");
  const tooLong = await supplier("Ink Works", "701234");
  const { rows, problems } = await all.preview();
  expect([problems, rows[0]]).toMatchObject([1, { id: tooLong, problems: [{ line: 1, kind: "creditorInvalid" }] }]);
  const { data } = requireOk(await all.create()).body;
  expect(postingsOf(await all.file(data.id, "datev")).map((line) => line.split(";").slice(6, 8))).toEqual([
    ["4930", "70123"],
    ["4930", "70000"],
  ]);
});

test("escapes formulas in the CSV file", async () => {
  const all = await fixture();
  await all.save();
  await all.approved({
    type: "payment",
    supplier: "=1+1",
    invoice_number: "=2+2",
    no_file_reason: "by post",
    invoice_date: today,
    items: [all.toner],
  });
  const { data } = requireOk(await all.create()).body;
  expect((await all.file(data.id, "csv")).text).toContain(",'=2+2,");
});

test("exports a request once and marks it in the preview", async () => {
  const all = await fixture();
  await all.save({ consultant_number: null });
  const first = await all.approved({ items: [all.toner] });
  const { data: run } = requireOk(await all.create()).body;
  expect(run.datev_problem).toBe("numbers");
  expect((await all.file(run.id, "datev")).body.code).toBe("accounting.noDatevFile");
  expect(await all.preview()).toMatchObject({ requests: 0, already_exported: 1, rows: [] });
  expect((await all.create()).body.code).toBe("accounting.nothing");
  const second = await all.approved({ items: [all.toner] });
  expect((await all.preview()).rows).toMatchObject([{ id: second }]);
  const everything = await all.preview("&include_exported=true");
  expect(everything).toMatchObject({ requests: 2, total: "238.00", already_exported: 0 });
  expect(everything.rows).toMatchObject([
    { id: first, exported: { number: 1 } },
    { id: second, exported: null },
  ]);
  const before = await all.file(run.id, "csv");
  expect(requireOk(await all.create({ include_exported: true })).body.data).toMatchObject({ number: 2, requests: 2 });
  expect((await all.create()).body.code).toBe("accounting.nothing");
  expect((await all.preview("&include_exported=true")).rows).toMatchObject([
    { exported: { number: 1 } },
    { exported: { number: 2 } },
  ]);
  expect((await all.file(run.id, "csv")).text).toBe(before.text);
  const { data, meta } = requireOk(await all.payer.get(exportUrl)).body;
  expect([data.map(({ number }: { number: number }) => number), meta.total]).toEqual([[2, 1], 2]);
  const logged = await all.world.tx((tx) =>
    tx.manager.query(
      "SELECT facts FROM security_event WHERE tenant_id = current_tenant() AND kind = 'exported' ORDER BY id",
    ),
  );
  expect(logged.map(({ facts }: { facts: object }) => facts)).toContainEqual({
    scope: "accounting",
    record: "#2",
    count: 2,
  });
});

test("an invoice is posted on its date and belongs to its month", async () => {
  const all = await fixture();
  await all.save();
  const lastMonth = subtractMonths(month, 1);
  const invoice = {
    type: "payment",
    supplier: "Paper Mill",
    invoice_number: "R-1",
    invoice_date: `${lastMonth}-20`,
    service_from: `${lastMonth}-01`,
    due_on: "2030-01-31",
    no_file_reason: "by post",
    items: [all.toner],
  };
  const id = await all.approved(invoice);
  expect(await all.read(id)).toMatchObject({ service_from: `${lastMonth}-01`, service_to: `${lastMonth}-01` });
  expect((await all.preview()).rows).toEqual([]);
  const october = await all.payer.get(`/accounting/preview?month=${lastMonth}`);
  expect(requireOk(october).body.data.rows).toMatchObject([{ id }]);
  const { data: run } = requireOk(await all.create({ month: lastMonth })).body;
  const [row] = (await all.file(run.id, "csv")).text.split("\r\n").slice(1);
  expect(row).toMatch(new RegExp(`^${lastMonth}-20,R-1,.*,${lastMonth}-01,${lastMonth}-01,2030-01-31,$`));
  expect(postingsOf(await all.file(run.id, "datev"))[0]?.split(";")[9]).toBe(`20${lastMonth.slice(5)}`);
});

test("claims belong to the month of their latest receipt", async () => {
  const all = await fixture();
  const { id: category } = requireOk(await all.finance.post("/expense/category", { name: "Meals" })).body.data;
  const lastMonth = subtractMonths(month, 1);
  const spent = (spent_on: string) => ({ spent_on, category_id: category, currency: "USD", amount: "10.00" });
  const items = [
    { ...spent(`${subtractMonths(month, 2)}-03`), service_from: "2026-01-01", service_to: "2026-01-31" },
    spent(`${lastMonth}-04`),
  ];
  const { id } = requireOk(await all.employee.post("/expense/claim", { title: "Trip", items })).body.data;
  requireOk(await all.manager.put(`/expense/claim/${id}/approve`));
  requireOk(await all.finance.put(`/expense/claim/${id}/approve`));
  const of = async (at: string) =>
    requireOk(await all.payer.get(`/accounting/preview?month=${at}`)).body.data.rows.map(
      (row: { id: number }) => row.id,
    );
  expect([await of(month), await of(lastMonth), await of(subtractMonths(month, 2))]).toEqual([[], [id], []]);
});

test("exports by payment contain what was paid in the month", async () => {
  const all = await fixture();
  await all.save();
  await all.approved({ items: [all.toner] });
  const paid = await all.paid({ items: [all.toner] });
  expect((await all.preview("&basis=payment")).rows).toMatchObject([{ id: paid }]);
  await all.world.tx((tx) =>
    tx.manager.query("UPDATE request SET decided_at = decided_at - interval '40 days' WHERE id = $1", [paid]),
  );
  expect((await all.preview("&basis=approval")).rows).toHaveLength(1);
  expect((await all.preview("&basis=payment")).rows).toMatchObject([{ id: paid }]);
});

test("exports what cash advances paid for, also by payment", async () => {
  // An advance of 10.00 covers a claim of 10.00, which therefore has nothing left to pay. Another one of 100.00 is settled by receipts of
  // 60.00 and 30.00, and 10.00 are returned: 10.00 + 90.00 = 100.00 in three postings.
  const all = await fixture();
  await all.save();
  const advance = (price: string) =>
    all.paid({ type: "cash_advance", items: [{ details: "Trip", price, quantity: 1 }] });
  const [forClaim, byReceipts] = [await advance("10"), await advance("100")];
  const { id: category } = requireOk(
    await all.finance.post("/expense/category", { name: "Meals", cost_account_id: await all.account("4650") }),
  ).body.data;
  const items = [{ spent_on: today, category_id: category, currency: "USD", amount: "10.00" }];
  const claim = { title: "Trip", advance_id: forClaim, items };
  const { id } = requireOk(await all.employee.post("/expense/claim", claim)).body.data;
  requireOk(await all.manager.put(`/expense/claim/${id}/approve`));
  requireOk(await all.finance.put(`/expense/claim/${id}/approve`));
  expect(await all.preview("&basis=payment")).toMatchObject({ requests: 1, total: "10.00", rows: [{ id }] });
  const receipts = [
    { details: "Hotel", amount: "60" },
    { details: "Taxi", amount: "30" },
  ];
  requireOk(await all.finance.put(requestUrl(byReceipts, "settle"), { receipts }));
  expect(await all.preview()).toMatchObject({ requests: 1 });
  requireOk(await all.finance.put(requestUrl(byReceipts, "settle"), { returned: "10" }));
  for (const query of ["", "&basis=approval", "&basis=payment"])
    expect(await all.preview(query)).toMatchObject({ requests: 2, postings: 3, total: "100.00", problems: 2 });
  const { data: run } = requireOk(await all.create({ basis: "payment" })).body;
  expect(postingsOf(await all.file(run.id, "datev")).map((line) => line.split(";").slice(0, 8).join(";"))).toEqual([
    '60,00;"S";"USD";;;"";1590;70000',
    '30,00;"S";"USD";;;"";1590;70000',
    '10,00;"S";"USD";;;"";4650;70000',
  ]);
});

test("refuses an export that differs from the preview, and lists later changes", async () => {
  const all = await fixture();
  await all.save();
  const id = await all.approved({ items: [all.toner] });
  expect((await all.create({ postings: 2, total: "119.00" })).body.code).toBe("accounting.changed");
  expect((await all.create({ postings: 1, total: "118.00" })).body.code).toBe("accounting.changed");
  requireOk(await all.create({ postings: 1, total: "119.00" }));
  expect((await all.preview()).changed).toEqual([]);
  requireOk(await all.payer.put(requestUrl(id, "cancel"), { reason: "twice" }));
  const { number } = await all.read(id);
  expect((await all.preview()).changed).toEqual([{ id, family: "finance", number, export_number: 1 }]);
});

test("receipts added to an exported advance are listed as changed", async () => {
  // Receipts of 60.00 and a claim of 40.00 settle an advance of 100.00. After the export, the claim is cancelled, which opens the advance.
  const all = await fixture();
  await all.save();
  const advance = await all.paid({ type: "cash_advance", items: [{ details: "Trip", price: "100", quantity: 1 }] });
  const settle = (body: object) => all.finance.put(requestUrl(advance, "settle"), body).then(requireOk);
  await settle({ receipts: [{ details: "Hotel", amount: "60" }] });
  const { id: category } = requireOk(
    await all.finance.post("/expense/category", { name: "Meals", cost_account_id: await all.account("4650") }),
  ).body.data;
  const items = [{ spent_on: today, category_id: category, currency: "USD", amount: "40.00" }];
  const claim = { title: "Trip", advance_id: advance, items };
  const { id } = requireOk(await all.employee.post("/expense/claim", claim)).body.data;
  requireOk(await all.manager.put(`/expense/claim/${id}/approve`));
  requireOk(await all.finance.put(`/expense/claim/${id}/approve`));
  requireOk(await all.create());
  const claimChange = { id, family: "expense", export_number: 1 };
  requireOk(await all.employee.put(`/expense/claim/${id}/cancel`));
  expect((await all.preview()).changed).toMatchObject([claimChange]);
  await settle({ receipts: [{ details: "Taxi", amount: "40" }] });
  const { number } = await all.read(advance);
  const changed = [{ id: advance, family: "finance", number, export_number: 1 }, claimChange];
  expect((await all.preview()).changed).toMatchObject(changed);
});

test("a tax key is unknown once the percentage of its rate was changed", async () => {
  const all = await fixture();
  await all.save();
  const id = await all.approved({ items: [all.toner] });
  const rate = { code: "V19", name: "V19", percent: "16", accounting_key: "8" };
  requireOk(await all.finance.put(`/finance/vat-rate/${all.toner.vat_rate_id}`, rate));
  expect((await all.preview()).rows).toMatchObject([{ id, problems: [{ line: 1, kind: "noTaxKey" }] }]);
});

test("exports claims with the account of their category to users who pay claims", async () => {
  const all = await fixture();
  await all.save();
  const { id: category } = requireOk(
    await all.finance.post("/expense/category", { name: "Meals", cost_account_id: await all.account("4650") }),
  ).body.data;
  const items = [
    { spent_on: today, category_id: category, supplier: "Cafe", currency: "USD", amount: "11.90", vat_rate: "19" },
    { spent_on: today, category_id: category, currency: "EUR", amount: "10.00", vat_amount: "1.00" },
  ];
  const { id } = requireOk(await all.employee.post("/expense/claim", { title: "Trip", items })).body.data;
  requireOk(await all.manager.put(`/expense/claim/${id}/approve`));
  requireOk(await all.finance.put(`/expense/claim/${id}/approve`));
  const data = await all.preview();
  expect(data).toMatchObject({ requests: 1, postings: 2, total: "22.73" });
  expect(data.rows).toMatchObject([{ id, family: "expense", problems: [{ line: 2, kind: "noTaxKey" }] }]);
  const { data: run } = requireOk(await all.create()).body;
  expect(postingsOf(await all.file(run.id, "datev")).map((line) => line.split(";").slice(0, 9).join(";"))).toEqual([
    '11,90;"S";"USD";;;"";4650;70000;"9"',
    '10,83;"S";"USD";;;"";4650;70000;""',
  ]);
  const {
    id: roleId,
    name,
    permissions,
  } = requireOk(await all.admin.get("/role")).body.data.find(
    (role: { code: string | null }) => role.code === "finance",
  );
  const fewer = permissions.filter((permission: string) => permission !== "expense-pay");
  requireOk(await all.admin.put(`/role/${roleId}`, { name, permissions: fewer }));
  expect(await all.preview("&include_exported=true")).toMatchObject({ requests: 0 });
  expect((await all.file(run.id, "csv")).body.code).toBe("permission.denied");
});

test("a returned payment is listed as changed, and its second payment is exported", async () => {
  const all = await fixture();
  await all.save();
  const id = await all.paid({ items: [all.toner] });
  requireOk(await all.create({ basis: "payment" }));
  await all.world.tx(async (tx) => {
    const { actor } = (await findActor(tx, all.people.payer.token)) as { actor: Actor };
    await takeFinancePaymentBack(tx, actor, id);
  });
  const { number } = await all.read(id);
  const changed = [{ id, family: "finance", number, export_number: 1 }];
  expect((await all.preview("&basis=payment")).changed).toEqual(changed);
  expect((await all.preview("&basis=payment")).rows).toEqual([]);
  requireOk(await all.payer.put(requestUrl(id, "pay"), { reference: "again" }));
  expect(await all.preview("&basis=payment")).toMatchObject({ rows: [{ id, exported: null }], changed });
  expect(requireOk(await all.create({ basis: "payment" })).body.data).toMatchObject({ number: 2, total: "119.00" });
  expect((await all.create({ basis: "payment" })).body.code).toBe("accounting.nothing");
});

test("an export with issues is refused unless exactly these issues are confirmed", async () => {
  const all = await fixture();
  await all.save();
  await all.approved({ items: [{ details: "Paper", price: "10", quantity: 1 }] });
  expect((await all.create({ problems: 0 })).body.code).toBe("accounting.changed");
  requireOk(await all.create({ problems: 1 }));
});

test("an export is taken back until its import is confirmed", async () => {
  const all = await fixture();
  await all.save();
  const id = await all.approved({ items: [all.toner] });
  const { data: first } = requireOk(await all.create()).body;
  const end = (at: number, verb: string, as = all.payer) => as.put(`${exportUrl}/${at}/${verb}`, {});
  expect((await end(first.id, "take-back", all.manager)).body.code).toBe("permission.denied");
  const elsewhere = await fixture();
  expect((await end(first.id, "take-back", elsewhere.payer)).status).toBe(404);
  const takenBackRun = requireOk(await end(first.id, "take-back")).body.data;
  expect(takenBackRun).toMatchObject({ taken_back_by: { id: all.people.payer.id }, taken_back_at: expect.any(String) });
  expect((await all.file(first.id, "csv")).body.code).toBe("accounting.takenBack");
  expect((await end(first.id, "imported")).body.code).toBe("accounting.takenBack");
  expect((await all.preview()).rows).toMatchObject([{ id, exported: null }]);
  const { data: second } = requireOk(await all.create()).body;
  expect(second.number).toBe(2);
  requireOk(await end(second.id, "imported"));
  expect((await end(second.id, "take-back")).body.code).toBe("accounting.imported");
  requireOk(await all.file(second.id, "csv"));
});

test("requests of an export that is taken back stay exported by a later one", async () => {
  const all = await fixture();
  await all.save();
  const id = await all.approved({ items: [all.toner] });
  const { data: first } = requireOk(await all.create()).body;
  requireOk(await all.create({ include_exported: true }));
  requireOk(await all.payer.put(`${exportUrl}/${first.id}/take-back`, {}));
  expect((await all.preview("&include_exported=true")).rows).toMatchObject([{ id, exported: { number: 2 } }]);
});

describe("coding", () => {
  const codingUrl = "/accounting/coding";
  const paper = { details: "Paper", price: "10", quantity: 1 };

  test("accounts, tax keys, cost centres and invoice data are set without a new approval", async () => {
    const all = await fixture();
    await all.save();
    const ledger = await all.account("4940");
    const id = await all.approved({ items: [all.toner, paper] });
    const change = (body: object, as = all.payer) => as.put(codingUrl, { requests: [{ id, ...body }] });
    const lines = [{ line: 2, cost_account_id: ledger, tax_key: "٩", cost_centre: "Lager" }];
    expect((await change({ lines }, all.manager)).body.code).toBe("permission.denied");
    expect((await all.preview()).rows).toMatchObject([{ id, invoice: { invoice_number: null, invoice_date: null } }]);
    const mistyped = await change({ invoice_number: "RF18 5390 0754 7035" });
    expect(Object.keys(mistyped.body.errors)).toEqual(["requests.0.invoice_number"]);
    requireOk(await change({ lines, invoice_number: "R-9", invoice_date: `${month}-01` }));
    const { rows } = await all.preview();
    expect(rows).toMatchObject([{ id, invoice: { invoice_number: "R-9", invoice_date: `${month}-01` } }]);
    expect(await all.read(id)).toMatchObject({
      status: "approved",
      invoice_number: "R-9",
      invoice_date: `${month}-01`,
    });
    expect((await all.preview()).problems).toBe(0);
    const { data } = requireOk(await all.payer.get(`${codingUrl}/${id}`)).body;
    expect(data.lines).toMatchObject([
      { cost_account: { code: "4930" }, tax_key: "9" },
      { cost_account: { code: "4940" }, tax_key: "9", cost_centre: "Lager" },
    ]);
    expect(data.history).toMatchObject([{ by: { id: all.people.payer.id } }]);
    expect(data.history[0].changes).toEqual([
      { line: null, field: "invoice_number", before: null, after: "R-9" },
      { line: null, field: "invoice_date", before: null, after: `${month}-01` },
      { line: 2, field: "cost_account", before: null, after: "4940" },
      { line: 2, field: "tax_key", before: null, after: "9" },
      { line: 2, field: "cost_centre", before: null, after: "Lager" },
    ]);
    expect(requireOk(await change({ lines })).body.data.changed).toBe(0);
    const { data: run } = requireOk(await all.create()).body;
    const cells = (await all.file(run.id, "datev")).text.split("\r\n")[3]?.split(";") ?? [];
    expect([cells[6], cells[8], cells[9], cells[10], cells[36]]).toEqual([
      "4940",
      '"9"',
      `01${month.slice(5)}`,
      '"R-9"',
      '"Lager"',
    ]);
    expect((await change({ lines })).body.code).toBe("accounting.exported");
  });

  test("two people code a request: the second change continues the first", async () => {
    const all = await fixture();
    const id = await all.approved({ items: [paper] });
    const lock = (tx: Tx) => tx.rows(unnamedSql("SELECT FROM request WHERE id = $1 FOR UPDATE"), [id]);
    const change = (cost_centre: string) => () =>
      all.payer.put(codingUrl, { requests: [{ id, lines: [{ line: 1, cost_centre }] }] });
    for (const answer of await runWhileLocked(server, all.world, lock, [change("North"), change("South")]))
      requireOk(answer);
    const { history } = requireOk(await all.payer.get(`${codingUrl}/${id}`)).body.data;
    const [second, first] = history.map(({ changes }: { changes: object[] }) => changes[0]);
    expect([first.before, second.before]).toEqual([null, first.after]);
  });

  test("a stale version returns 409 with the current coding", async () => {
    const all = await fixture();
    const id = await all.approved({ items: [paper] });
    const coding = async () => requireOk(await all.payer.get(`${codingUrl}/${id}`)).body.data;
    const { version } = await coding();
    const change = (cost_centre: string, base: number) =>
      all.payer.put(codingUrl, { requests: [{ id, version: base, lines: [{ line: 1, cost_centre }] }] });
    requireOk(await change("North", version));
    const refused = await change("South", version);
    const current = await coding();
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, "organization.stale", current]);
    expect(current.lines).toMatchObject([{ cost_centre: "North" }]);
    requireOk(await change("South", current.version));
    expect((await coding()).lines).toMatchObject([{ cost_centre: "South" }]);
  });

  test("an invoice edited in the preview of an earlier coding is refused", async () => {
    const all = await fixture();
    const id = await all.approved({ items: [paper], invoice_number: "R-1" });
    const invoiceOf = async () => {
      const { rows } = requireOk(await all.payer.get(`/accounting/preview?month=${month}`)).body.data;
      return rows.find((row: { id: number }) => row.id === id).invoice;
    };
    const shown = await invoiceOf();
    expect(shown).toMatchObject({ version: 0, invoice_number: "R-1" });
    const change = (version: number, invoice_number: string) =>
      all.payer.put(codingUrl, { requests: [{ id, version, invoice_number }] });
    requireOk(await change(shown.version, "R-2"));
    expect((await change(shown.version, "R-3")).body.code).toBe("organization.stale");
    const current = await invoiceOf();
    expect(current.invoice_number).toBe("R-2");
    requireOk(await change(current.version, "R-3"));
    expect((await invoiceOf()).invoice_number).toBe("R-3");
  });

  test("several requests get the same values where lines have none that can be exported", async () => {
    const all = await fixture();
    await all.save();
    const [ledger, long] = [await all.account("4940"), await all.account("4940000")];
    const ids = [
      await all.approved({ items: [all.toner, paper] }),
      await all.approved({ items: [{ ...paper, cost_account_id: long }] }),
    ];
    const requests = ids.map((id) => ({ id }));
    const accounts = async () => {
      const codings = await Promise.all(ids.map((id) => all.payer.get(`${codingUrl}/${id}`)));
      return codings.map(({ body }) =>
        body.data.lines.map((line: { cost_account: { code: string } }) => line.cost_account?.code),
      );
    };
    const every_line = { cost_account_id: ledger };
    expect(requireOk(await all.payer.put(codingUrl, { requests, every_line })).body.data.changed).toBe(2);
    expect(await accounts()).toEqual([["4930", "4940"], ["4940"]]);
    requireOk(await all.payer.put(codingUrl, { requests, every_line, replace: true }));
    expect(await accounts()).toEqual([["4940", "4940"], ["4940"]]);
  });

  test("claims and receipts of advances are coded too", async () => {
    const all = await fixture();
    await all.save();
    const ledger = await all.account("4940");
    const { id: category } = requireOk(await all.finance.post("/expense/category", { name: "Meals" })).body.data;
    const items = [{ spent_on: today, category_id: category, currency: "USD", amount: "10.00" }];
    const { id: claim } = requireOk(await all.employee.post("/expense/claim", { title: "Trip", items })).body.data;
    requireOk(await all.manager.put(`/expense/claim/${claim}/approve`));
    requireOk(await all.finance.put(`/expense/claim/${claim}/approve`));
    const advance = await all.paid({ type: "cash_advance", items: [{ details: "Trip", price: "10", quantity: 1 }] });
    requireOk(await all.finance.put(requestUrl(advance, "settle"), { receipts: [{ details: "Taxi", amount: "10" }] }));
    expect((await all.preview()).problems).toBe(2);
    const requests = [claim, advance].map((id) => ({ id }));
    requireOk(await all.payer.put(codingUrl, { requests, every_line: { cost_account_id: ledger } }));
    expect((await all.preview()).problems).toBe(0);
  });

  test("a line keeps its archived account while another field is changed", async () => {
    const all = await fixture();
    const archived = all.toner.cost_account_id;
    const id = await all.approved({ items: [all.toner, paper] });
    requireOk(
      await all.finance.put(`/finance/cost-account/${archived}`, { code: "4930", name: "Old", archived: true }),
    );
    const change = (lines: object[]) => all.payer.put(codingUrl, { requests: [{ id, lines }] });
    requireOk(await change([{ line: 1, cost_account_id: archived, cost_centre: "Lager" }]));
    const { lines, history } = requireOk(await all.payer.get(`${codingUrl}/${id}`)).body.data;
    expect(lines[0]).toMatchObject({ cost_account: { id: archived }, cost_centre: "Lager" });
    expect(history[0].changes).toEqual([{ line: 1, field: "cost_centre", before: null, after: "Lager" }]);
    const refused = await change([{ line: 2, cost_account_id: archived }]);
    expect(Object.keys(refused.body.errors)).toEqual(["requests.0.lines.0.cost_account_id"]);
  });

  test("clearing a tax key that comes from the VAT rate changes nothing", async () => {
    const all = await fixture();
    const id = await all.approved({ items: [{ ...all.toner, cost_account_id: null }] });
    const clear = async () => {
      const lines = [{ line: 1, cost_account_id: null, tax_key: null }];
      return requireOk(await all.payer.put(codingUrl, { requests: [{ id, lines }] })).body.data.changed;
    };
    expect(await clear()).toBe(0);
    const lines = [{ line: 1, tax_key: "8" }];
    requireOk(await all.payer.put(codingUrl, { requests: [{ id, lines }] }));
    expect(await clear()).toBe(1);
    const { data } = requireOk(await all.payer.get(`${codingUrl}/${id}`)).body;
    expect(data.lines).toMatchObject([{ tax_key: "9" }]);
    expect(data.history[0].changes).toEqual([{ line: 1, field: "tax_key", before: "8", after: null }]);
  });

  test("rejects unapproved requests, unknown accounts and lines, and later invoice dates", async () => {
    const all = await fixture();
    const waiting = requireOk(await all.ask({ items: [paper] })).body.data.id;
    const id = await all.approved({ items: [paper] });
    const change = (request: object, body: object = {}) => all.payer.put(codingUrl, { requests: [request], ...body });
    expect((await change({ id: waiting })).body.code).toBe("request.wrongState");
    expect((await change({ id: 999_999_999 })).status).toBe(404);
    const wrong = { id, invoice_date: "2999-01-01", lines: [{ line: 2 }, { line: 1, cost_account_id: 999_999 }] };
    expect(Object.keys((await change(wrong)).body.errors).toSorted()).toEqual([
      "requests.0.invoice_date",
      "requests.0.lines.0.line",
      "requests.0.lines.1.cost_account_id",
    ]);
    const { errors } = (await change({ id }, { every_line: { tax_key: "9x" } })).body;
    expect(Object.keys(errors)).toEqual(["every_line.tax_key"]);
  });
});

describe("at the same time", () => {
  const actorOf = (world: World, person: Person) =>
    world.tx(async (tx) => ((await findActor(tx, person.token)) as { actor: Actor }).actor);
  const codeOf = (one: PromiseSettledResult<unknown>) =>
    one.status === "fulfilled" ? "fulfilled" : problemFromError(one.reason).code;

  test("two people export a month: only the first gets the new requests", async () => {
    const all = await fixture();
    await all.save();
    await all.approved({ items: [all.toner] });
    const actors = [await actorOf(all.world, all.people.payer), await actorOf(all.world, all.world.admin)];
    const make = (at: number) => (tx: Tx) => createExport(tx, actors[at] as Actor, { month } as never);
    const ended = await runSerialized<unknown>(server, all.world, make(0), make(1));
    expect(ended.map(codeOf)).toEqual(["fulfilled", "accounting.nothing"]);
  });

  test("two people save the first settings: the second gets 409", async () => {
    const all = await fixture();
    const change = (tx: Tx) => changeSettings(tx, { ...settings, version: 0 } as never);
    const ended = await runSerialized<unknown>(server, all.world, change);
    expect(ended.map(codeOf)).toEqual(["fulfilled", "organization.stale"]);
  });
});
