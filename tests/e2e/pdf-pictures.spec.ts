import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { renderFinancePdf } from "../../server/requests/finance/finance.pdf";
import { formatsOf } from "../../server/platform/formats";
import type { FinanceDetail } from "../../shared/requests/finance/finance-reply.contract";
import { type Language, languages } from "../../shared/kernel/languages";
import { expect, test } from "./support/test";

// Compares rendered PDF pages with stored images: correct text in the file may still be drawn in the wrong direction. Fonts and browser are
// bundled, so pages differ only by single gray pixels. UPDATE_PICTURES=1 renders the images again; check each before committing it.
const folder = path.join(__dirname, "pictures");

const at = "2026-11-19T09:30:00.000Z";
const person = (id: number, fullname: string) => ({ id, fullname, image: null });
const amira = person(1, "أميرة حداد Amira");
const dara = person(2, "Dara 서울");

const untaxed = { gross: false, discount: "0", vat_rate: null, cost_account: null, tax: "0.00" };

/** A request with everything that depends on text direction: amounts, days, negative numbers and names in two scripts. */
function request(language: Language): FinanceDetail {
  const { amount, day, number } = formatsOf(language);
  const step = { id: 1, round: 1, rule: null, by: "manager", route: "rule", role: null, instead_of: null } as const;
  const none = { since: null, moves_on: null, on_behalf_of: null, away_until: null, meant_away_until: null };
  return {
    id: 1,
    family: "finance",
    type: "cash_advance",
    status: "paid",
    number: "ADV-2026-0047",
    version: 3,
    requester: amira,
    created_at: at,
    sent_at: at,
    decided_at: at,
    next_status: null,
    title: "دار المسح Zagros, أربيل",
    details: null,
    supplier: "شركة Zagros للمسح",
    invoice_number: "INV-2026/0815",
    invoice_date: "2026-11-30",
    service_from: "2026-10-01",
    service_to: "2026-10-31",
    needed_by: "2026-12-31",
    due_on: null,
    supplier_id: null,
    note: `${amount("-1250.5", 2)} · ${day("2026-03-01")} · ${number(-47)} · (12) 3.5% شكرًا ABC-12`,
    no_file_reason: null,
    over_budget_reason: null,
    reject_reason: null,
    amount: "4280.00",
    net: "4280.00",
    tax: "0.00",
    currency: "EUR",
    rate: "1.0834",
    home_currency: "USD",
    home_amount: "4636.95",
    date: "2026-11-19",
    department: { id: 1, name: "العمليات" },
    paid: { date: "2026-11-20", reference: "TRX 0099-١٢", by: dara },
    settled: false,
    archive_on: null,
    archived_at: null,
    items: [
      {
        ...untaxed,
        details: "Handheld scanner ماسح 3000",
        price: "1420.00",
        quantity: 3,
        net: "4260.00",
        total: "4260.00",
      },
      { ...untaxed, details: "스캐너 -5 °C", price: "0.335", quantity: 60, net: "20.00", total: "20.00" },
    ],
    total: "4280.00",
    currency_type: "eur",
    steps: [
      {
        ...step,
        ...none,
        position: 1,
        state: "approved",
        approver: dara,
        decided_at: at,
        decided_by: dara,
        note: null,
      },
      {
        ...step,
        ...none,
        position: 2,
        state: "approved",
        approver: amira,
        decided_at: "2026-11-20T10:00:00.000Z",
        decided_by: amira,
        on_behalf_of: dara,
        note: "حتى 500 USD فقط",
      },
    ],
    can: {} as FinanceDetail["can"],
    on_behalf_of: null,
    budget: null,
    pay_apart: null,
    settlement: {
      given: "4280.00",
      spent: "4012.75",
      returned: "100.00",
      reimbursed: "0.00",
      to_return: "167.25",
      to_reimburse: "0.00",
      settled: false,
      entries: [],
    },
    same_invoice: [],
  };
}

const files = [{ name: "عرض 2026-11 (2).pdf", author: "Amira Haddad", day: "2026-11-18" }];

async function drawn(page: Page, pdf: Buffer): Promise<Buffer> {
  const build = path.dirname(createRequire(__filename).resolve("pdfjs-dist/legacy/build/pdf.mjs"));
  await page.route("http://pdf.test/**", (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    if (name === "page") return route.fulfill({ contentType: "text/html", body: "<canvas></canvas>" });
    return route.fulfill({ contentType: "text/javascript", path: path.join(build, name) });
  });
  await page.goto("http://pdf.test/page");
  const picture = await page.evaluate(async (bytes) => {
    const library = "/pdf.mjs";
    const pdfjs = await import(library);
    pdfjs.GlobalWorkerOptions.workerSrc = "/pdf.worker.mjs";
    const data = Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0));
    const document_ = await pdfjs.getDocument({ data, isEvalSupported: false }).promise;
    const first = await document_.getPage(1);
    const viewport = first.getViewport({ scale: 1.5 });
    const canvas = document.querySelector("canvas") as HTMLCanvasElement;
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await first.render({ canvasContext: canvas.getContext("2d"), viewport }).promise;
    return canvas.toDataURL("image/png").split(",")[1] as string;
  }, pdf.toString("base64"));
  return Buffer.from(picture, "base64");
}

/** Eight gray levels keep the files small and are enough for text. */
const compress = (picture: Buffer) =>
  sharp(picture).greyscale().png({ palette: true, colours: 8, effort: 10 }).toBuffer();

const tile = 6;
/** Mean difference (0–255) per tile that counts as a change: single gray pixels are far below it, a different letter is far above. */
const changeThreshold = 24;

async function differences(one: Buffer, other: Buffer): Promise<string[]> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).greyscale().blur(1).raw().toBuffer({ resolveWithObject: true })),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return ["another size"];
  const { width, height } = a.info;
  const found: string[] = [];
  for (let top = 0; top + tile <= height; top += tile) {
    for (let left = 0; left + tile <= width; left += tile) {
      let sum = 0;
      for (let y = top; y < top + tile; y++)
        for (let x = left; x < left + tile; x++)
          sum += Math.abs((a.data[y * width + x] as number) - (b.data[y * width + x] as number));
      if (sum / (tile * tile) > changeThreshold) found.push(`${left},${top}`);
    }
  }
  return found;
}

for (const language of Object.keys(languages) as Language[]) {
  test(`the PDF of a request matches the stored image: ${language}`, async ({ page }, info) => {
    const pdf = await renderFinancePdf({
      request: request(language),
      signatures: {},
      files,
      tenant: "Acme",
      logo: null,
      today: "2026-11-21",
      timeZone: "Asia/Baghdad",
      language,
    });
    const picture = await compress(await drawn(page, pdf));
    const file = path.join(folder, `finance-${language}.png`);
    if (process.env.UPDATE_PICTURES) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, picture);
    }
    await info.attach("drawn", { body: picture, contentType: "image/png" });
    expect(existsSync(file), "there is a picture to compare with").toBe(true);
    expect(await differences(picture, readFileSync(file))).toEqual([]);
  });
}

test("a different number renders differently, in both text directions", async ({ page }) => {
  const draw = async (amount: string) => {
    const other = { ...request("en"), note: amount };
    const pdf = await renderFinancePdf({
      request: other,
      signatures: {},
      files,
      tenant: "Acme",
      logo: null,
      today: "2026-11-21",
      timeZone: "Asia/Baghdad",
      language: "en",
    });
    return drawn(page, pdf);
  };
  const right = await draw("4,280.00");
  expect(await differences(right, await draw("4,280.00"))).toEqual([]);
  expect((await differences(right, await draw("00.082,4"))).length).toBeGreaterThan(0);
  expect((await differences(right, await draw("4,230.00"))).length).toBeGreaterThan(0);
});
