import { exportFinance } from "../../../server/requests/finance/finance.export";
import type { Actor } from "../../../server/platform/session";
import { translator } from "../../../server/platform/text";
import { multipart } from "../../support/multipart";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";
import { readZip } from "../../support/read-zip";
import { financeFixture, requestsUrl, today, requestUrl } from "./fixtures";

const server = testServer();
const list = "/finance/export?format=csv";
const pdfOf = (id: number) => `${requestsUrl}/${id}/pdf`;

test("exports and PDFs require the plan, the permission and access to the request", async () => {
  const place = await financeFixture(await server.world());
  const { world, ask, finance } = place;
  const { id } = requireOk(await ask()).body.data;
  for (const path of [list, pdfOf(id)]) {
    expect((await world.api().get(path)).status).toBe(401);
    expect((await world.api(world.external).get(path)).body.code).toBe("permission.denied");
    const free = await server.world({ plan: "free" });
    expect((await free.api(free.admin).get(path)).body.code).toBe("feature_not_in_plan");
  }
  const stranger = world.api(await world.person("employee"));
  expect((await stranger.get(pdfOf(id))).status).toBe(404);
  expect((await finance.get(pdfOf(9_007_199_254_740_991))).status).toBe(404);
  expect((await finance.get(`${requestsUrl}/x/pdf`)).status).toBe(404);
  expect((await finance.get("/finance/export?format=doc")).body.errors).toHaveProperty("format");
  const elsewhere = await server.world();
  expect((await elsewhere.api(elsewhere.admin).get(pdfOf(id))).status).toBe(404);
});

test("the CSV contains the filtered rows with translated texts and exact amounts", async () => {
  const { ask, finance, manager, world } = await financeFixture(await server.world());
  const items = [{ details: "=SUM(A1)", price: "0.34", quantity: 1 }];
  const { number } = requireOk(await ask({ currency: "EUR", items, supplier: 'Zagros "Paper", Erbil' })).body.data;
  const refused = requireOk(await ask()).body.data;
  requireOk(await manager.put(requestUrl(refused.id, "reject"), { reason: "No" }));
  const answer = await finance.get(`${list}&status=waiting_manager_approval`);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="finance-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, line, ...rest] = answer.text.replace("\ufeff", "").trim().split("\r\n");
  expect(head).toMatch(/^Number,Kind,Status,Requester/);
  expect(line).toMatch(new RegExp(`^${number},Purchase,Waiting for Mia Manager,`));
  expect(line).toContain(`'=SUM(A1),"Zagros ""Paper"", Erbil",,,,,0.34,0.00,0.34,EUR,1.0834,0.37,USD`);
  expect(rest).toEqual([]);
  const stranger = world.api(await world.person("employee"));
  expect((await stranger.get(list)).text.trim().split("\r\n")).toHaveLength(1);
  const german = await finance.with({ "accept-language": "de" }).get(list);
  expect(german.text).toContain("Wartet auf Mia Manager");
});

test("the PDF has the approvers' own uploaded signatures, unless removed", async () => {
  const place = await financeFixture(await server.world());
  const { world, employee, finance, manager } = place;
  const sign = (as: typeof manager, value: string) => {
    const file = { name: "signature", filename: "signature.svg", type: "image/svg+xml", value };
    return as.send({ method: "POST", url: "/user/signature", ...multipart([file]) });
  };
  const pictures = async (id: number) => {
    const { status, text } = await employee.get(pdfOf(id));
    expect(status).toBe(200);
    return text.split("/Subtype /Image").length - 1;
  };
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M5 25C20 0 30 0 40 20S60 0 85 10" stroke="black" fill="none"/></svg>`;
  const waiting = requireOk(await place.ask()).body.data.id as number;
  const id = await place.approved({});
  const before = await pictures(id);
  requireOk(await sign(employee, drawing));
  expect(await pictures(id)).toBe(before);
  requireOk(await sign(manager, drawing));
  const signed = await pictures(id);
  expect(signed).toBeGreaterThan(before);
  expect(await pictures(waiting)).toBe(before);
  // The signature's URL stays private to its owner and HR; only the PDF shows the signature.
  const { data } = (await manager.get("/user/profile")).body;
  expect((await finance.get(data.signature)).status).toBe(404);
  await server.owner.query("UPDATE app_user SET signature_file_id = NULL WHERE id = $1", [world.manager.id]);
  expect(await pictures(id)).toBe(before);
});

test("exported Excel and PDF files are valid in every language", async () => {
  const { approved, employee, finance } = await financeFixture(await server.world());
  const id = await approved({ supplier: "دار المسح، أربيل", note: "تبدأ التجربة في ١ ديسمبر (الثاني).\n서울" });
  const sheet = await finance.get("/finance/export?format=xlsx");
  expect(sheet.headers["content-type"]).toContain("spreadsheetml");
  expect(sheet.text.slice(0, 2)).toBe("PK");
  for (const language of ["en", "ar", "de", "ko", "ckb"]) {
    const pdf = await employee.with({ "accept-language": language }).get(pdfOf(id));
    expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(pdf.headers["content-disposition"]).toMatch(/filename="PUR-\d{4}-\d{4}\.pdf"/);
    expect(pdf.text.slice(0, 5)).toBe("%PDF-");
  }
});

test("the Excel file has sheets with names, filters, dates and text direction", async () => {
  const { approved, ask, people, world } = await financeFixture(await server.world());
  const items = [
    { details: "=SUM(A1)", price: "12.50", quantity: 3 },
    { details: "Diesel", price: "1.459", quantity: 500 },
  ];
  await approved({ currency: "EUR", items, supplier: "Zagros" });
  requireOk(await ask({ supplier: "Second" }));
  const get = async (language: string) => {
    const headers = { host: world.host, authorization: `Bearer ${people.finance.token}`, "accept-language": language };
    return readZip((await server.app.inject({ url: "/finance/export?format=xlsx", headers })).rawPayload);
  };
  const sheetNamesIn = (parts: Map<string, string>) =>
    [...(parts.get("xl/workbook.xml") ?? "").matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name);
  const parts = await get("en");
  expect(sheetNamesIn(parts)).toEqual(["Requests", "Items", "Approvals"]);
  const [requestsSheet = "", itemsSheet = "", approvalsSheet = ""] = [1, 2, 3].map((at) =>
    parts.get(`xl/worksheets/sheet${at}.xml`),
  );
  for (const sheet of [requestsSheet, itemsSheet, approvalsSheet])
    expect(sheet).toMatch(/<autoFilter ref="A1:[A-Z]+\d+"\/>/);
  // Dates are numbers with a date format; texts are in the table of shared strings.
  const serial = Math.round(Date.parse(`${today}T00:00:00Z`) / 86_400_000) + 25_569;
  expect(requestsSheet).toContain(`<v>${serial}</v>`);
  expect(approvalsSheet).toContain(`<v>${serial}</v>`);
  for (const price of ["12.5", "1.459"]) expect(itemsSheet).toContain(`<v>${price}</v>`);
  expect(requestsSheet).not.toContain('rightToLeft="1"');
  const arabic = await get("ar");
  expect(sheetNamesIn(arabic)).toEqual(["الطلبات", "البنود", "الموافقات"]);
  expect(arabic.get("xl/worksheets/sheet1.xml")).toContain('rightToLeft="1"');
});

test("a CSV export has all rows, and a truncated Excel file states its row count", async () => {
  const { ask, people, world } = await financeFixture(await server.world());
  const numbers: string[] = [];
  for (let at = 0; at < 5; at++) numbers.unshift(requireOk(await ask()).body.data.number);
  const file = (format: "csv" | "xlsx", most: number) => {
    const actor = { id: people.finance.id, permissions: new Set(["payment-list", "payment-pay"]) } as unknown as Actor;
    return world.tx((tx) =>
      exportFinance(tx, actor, {}, format, translator("en"), { xlsx: most, lines: 100, page: 2 }),
    );
  };
  const { file: csv, cut } = await file("csv", 3);
  const bytes = csv as Buffer;
  const [, ...lines] = bytes.toString().trim().split("\r\n");
  expect([lines.map((line) => line.split(",")[0]), cut]).toEqual([numbers, null]);
  expect(bytes.toString().lastIndexOf("\ufeff")).toBe(0);
  expect((await file("xlsx", 5)).cut).toBeNull();
  expect((await file("xlsx", 3)).cut).toEqual({ shown: 3, total: 5 });
});

test("the export has net, VAT, accounts, discounts and VAT rates", async () => {
  const { ask, finance, people, world } = await financeFixture(await server.world());
  const rate = requireOk(await finance.post("/finance/vat-rate", { code: "V7", name: "Reduced", percent: "7" }));
  const account = requireOk(await finance.post("/finance/cost-account", { code: "4930", name: "Office supplies" }));
  const choices = { vat_rate_id: rate.body.data.id, cost_account_id: account.body.data.id };
  // 1.5 × 20.00 = 30.00, less 12.5 % = 26.25; 7 % of it = 1.8375.
  const items = [{ details: "Paper", price: "20.00", quantity: 1.5, discount: "12.5", ...choices }];
  const { number } = requireOk(await ask({ items })).body.data;
  const actor = { id: people.finance.id, permissions: new Set(["payment-list", "payment-pay"]) } as unknown as Actor;
  const { file } = await world.tx((tx) => exportFinance(tx, actor, {}, "xlsx", translator("en")));
  const [requests, itemSheet] = file as { titles: string[]; rows: unknown[][] }[];
  const cellsOf = ({ titles = [], rows = [] }: Partial<typeof requests> = {}, names: string[]) =>
    names.map((name) => rows[0]?.[titles.indexOf(name)]);
  expect(cellsOf(requests, ["Number", "Net", "VAT", "Amount"])).toEqual([
    number,
    { amount: "26.25" },
    { amount: "1.84" },
    { amount: "28.09" },
  ]);
  expect(itemSheet?.rows).toEqual([
    [
      number,
      "Paper",
      "4930 Office supplies",
      { amount: "20.00" },
      1.5,
      { amount: "12.5" },
      { amount: "26.25" },
      { amount: "7" },
      { amount: "1.84" },
      { amount: "28.09" },
      "USD",
    ],
  ]);
});

test("the Excel export and its query stop at the row limit over all sheets", async () => {
  const { ask, finance, people, world } = await financeFixture(await server.world());
  const items = Array.from({ length: 4 }, (_, at) => ({ details: `Line ${at}`, price: "1", quantity: 1 }));
  for (let at = 0; at < 5; at++) requireOk(await ask({ items, draft: true }, finance));
  const file = async (lines: number) => {
    const actor = { id: people.finance.id, permissions: new Set(["payment-list"]) } as unknown as Actor;
    let read = 0;
    const { file: sheets, cut } = await world.tx((tx) => {
      const rows = tx.rows.bind(tx);
      tx.rows = (async (...asked: Parameters<typeof rows>) => {
        const found = await rows(...asked);
        if (asked[0].name === "finance.itemsOfMany") read += found.length;
        return found;
      }) as typeof tx.rows;
      return exportFinance(tx, actor, { scope: "mine" }, "xlsx", translator("en"), { xlsx: 5, lines, page: 2 });
    });
    const [first, second] = sheets as { rows: unknown[][] }[];
    return { cut, read, requests: first?.rows.length, items: second?.rows.length };
  };
  // Each draft has one row and four rows of items.
  expect(await file(25)).toEqual({ cut: null, read: 20, requests: 5, items: 20 });
  expect(await file(24)).toEqual({ cut: { shown: 4, total: 5 }, read: 16, requests: 5, items: 16 });
  expect(await file(11)).toEqual({ cut: { shown: 2, total: 5 }, read: 8, requests: 3, items: 8 });
});
