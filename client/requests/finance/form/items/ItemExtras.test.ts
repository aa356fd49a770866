/** @jest-environment jsdom */
import { MantineProvider } from "@mantine/core";
import { act, createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import both from "../../../../../shared/locales/en.json";
import texts from "../../../../locales/en.json";
import { ItemsSheet } from "./ItemsSheet";
import { ItemsTable } from "./ItemsTable";
import { itemsForType, type ItemField, type SheetItem } from "./items.sheet";

const mockOffered = [
  { id: 2, code: "V7", name: "Reduced rate", percent: "7" },
  { id: 3, code: "V0", name: "No tax", percent: "0" },
];
jest.mock("../../../../platform/query", () => ({ useEndpoint: () => ({ data: { data: mockOffered } }) }));

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

async function render(element: ReactNode): Promise<HTMLElement> {
  const box = document.body.appendChild(document.createElement("div"));
  const themed = createElement(MantineProvider, { env: "test" }, element);
  const messages = { ...both, ...texts };
  await act(async () => createRoot(box).render(createElement(IntlProvider, { locale: "en", messages }, themed)));
  return box;
}

const full = { id: 1, code: "V19", name: "Full rate", percent: "19", archived: true };
const paper = { id: 4, code: "4930", name: "Office supplies", archived: false };
const hours: SheetItem = { details: "Hours", price: "80.00", quantity: 1.5, vat_rate: full, cost_account: paper };

async function sheetOf(
  type: string,
  items: SheetItem[],
  errorAt: (row: number, field: ItemField) => string | undefined,
) {
  const changes: SheetItem[][] = [];
  const box = await render(
    createElement(ItemsSheet, {
      items,
      counted: itemsForType(type, items),
      taxed: type !== "cash_advance",
      currency: "EUR",
      lastPriceOf: () => null,
      onChange: (after: SheetItem[]) => void changes.push(after),
      errorAt,
    }),
  );
  return { box, changes };
}
const gross = "Prices include VAT";
const noError = () => undefined;
const labelsIn = (box: HTMLElement) => [...box.querySelectorAll("label")].map(({ textContent }) => textContent);

test("an item shows its account, rate, net and VAT, and its fields when it is opened", async () => {
  const { box } = await sheetOf("payment", [hours], noError);
  const toggle = box.querySelector<HTMLButtonElement>("button[aria-expanded]");
  // 1.5 × 80.00 = 120.00; 19 %: 22.80.
  expect(toggle?.textContent).toBe("Item 1: 4930 Office supplies · Full rate · Net 120.00 · VAT 22.80");
  expect(box.querySelector("output")?.textContent).toBe("142.80");
  expect(labelsIn(box)).toEqual([gross]);
  await act(async () => toggle?.click());
  expect(labelsIn(box)).toEqual(["VAT rate", "Cost account", "Discount, %", gross]);
  await act(async () => toggle?.click());
  expect(labelsIn(box)).toEqual([gross]);
});

test("an archived rate stays selectable for the item that has it", async () => {
  const { box, changes } = await sheetOf("payment", [hours], noError);
  await act(async () => box.querySelector<HTMLButtonElement>("button[aria-expanded]")?.click());
  const rate = box.querySelector<HTMLInputElement>("td[colspan] input") as HTMLInputElement;
  expect(rate.value).toBe("Full rate");
  await act(async () => rate.click());
  const list = document.getElementById(rate.getAttribute("aria-controls") ?? "");
  const options = () => [...(list?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
  expect(options().map(({ textContent }) => textContent)).toEqual(["Full rate", "Reduced rate", "No tax"]);
  await act(async () => options()[1]?.click());
  expect(changes).toEqual([[{ ...hours, vat_rate: { ...mockOffered[0], archived: false } }]]);
});

test("an error of a folded field opens the fields and names the item", async () => {
  const { box } = await sheetOf("payment", [hours, hours], (row, field) =>
    row === 1 && field === "vat_rate_id" ? "Gone" : undefined,
  );
  expect(labelsIn(box)).toHaveLength(4);
  expect(box.querySelectorAll("[aria-invalid]")).toHaveLength(1);
  expect(box.querySelector("[role=alert] li")?.textContent).toBe("Item 2: Gone");
});

test("the items of a cash advance have no VAT rate, account and discount", async () => {
  const { box } = await sheetOf("cash_advance", [hours], () => undefined);
  expect(box.querySelector("button[aria-expanded]")).toBeNull();
  expect(box.querySelector("output")?.textContent).toBe("120.00");
});

test("the table has net and VAT columns only if an item has a VAT rate", async () => {
  const plain = {
    details: "Stamps",
    price: "1.00",
    gross: false,
    quantity: 1,
    discount: "0",
    net: "1.00",
    tax: "0.00",
    total: "1.00",
  };
  const untaxed = { ...plain, vat_rate: null, cost_account: null };
  const taxed = { ...untaxed, vat_rate: full, discount: "12.5", net: "52.47", tax: "9.97", total: "62.44" };
  const cellsOf = async (items: (typeof untaxed | typeof taxed)[]) => {
    const sums = { net: "53.47", tax: "9.97", total: "63.44" };
    const box = await render(createElement(ItemsTable, { request: { items, currency: "EUR", ...sums } }));
    return [...box.querySelectorAll("tr")].map((row) => [...row.children].map(({ textContent }) => textContent));
  };
  expect((await cellsOf([untaxed]))[0]).toEqual(["Details", "Price, EUR", "Quantity", "Total, EUR"]);
  expect(await cellsOf([taxed, untaxed])).toEqual([
    ["Details", "Net price, EUR", "Quantity", "Net", "VAT", "Total, EUR"],
    ["StampsFull rateDiscount 12.5%", "1.00", "1", "52.47", "9.9719%", "62.44"],
    ["Stamps", "1.00", "1", "1.00", "0.00", "1.00"],
    ["Subtotal at 19% VAT", "52.47", "9.97", "62.44"],
    ["Subtotal without a VAT rate", "1.00", "0.00", "1.00"],
    ["Total", "53.47", "9.97", "63.44"],
  ]);
});
