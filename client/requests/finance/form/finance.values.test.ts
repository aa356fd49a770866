import { validationErrors } from "../../../ui/form/form";
import {
  toFinanceBody,
  withoutTrailingEmptyItems,
  financeFormSchema,
  isUntouchedForm,
  initialFinanceValues,
  SendMode,
} from "./finance.values";
import { emptyItem } from "./items.sheet";

const values = initialFinanceValues("USD");
const lamp = { details: "Lamp", price: "10.00", quantity: 1 };

test("a new request is a purchase in dollars with an empty item", () => {
  expect(toFinanceBody(values, true)).toMatchObject({ type: "purchase", currency: "USD", items: [] });
  expect(values.items).toEqual([emptyItem]);
});

test("empty items at the end are dropped; those between filled items are kept", () => {
  expect(withoutTrailingEmptyItems([lamp, emptyItem, emptyItem])).toEqual([lamp]);
  expect(withoutTrailingEmptyItems([emptyItem, lamp])).toHaveLength(2);
  expect(withoutTrailingEmptyItems([emptyItem])).toHaveLength(1);
  expect(toFinanceBody({ ...values, items: [{ ...emptyItem }] }, true).items).toEqual([]);
});

test("submitting requires details and prices; a draft only rejects non-numbers", () => {
  const items = [{ details: "", price: "", quantity: 1 }];
  const wrong = { details: "field.required", items: { 0: { details: "finance.details", price: "finance.price" } } };
  expect(
    validationErrors(
      financeFormSchema(() => false),
      { ...values, items },
    ),
  ).toEqual(wrong);
  expect(
    validationErrors(
      financeFormSchema(() => true),
      { ...values, items },
    ),
  ).toEqual({});
  const typed = [{ details: "Lamp", price: "12x", quantity: 1 }];
  expect(
    validationErrors(
      financeFormSchema(() => true),
      { ...values, items: typed },
    ),
  ).toEqual({
    items: { 0: { price: "field.number" } },
  });
});

test("the last pressed button decides between draft and submission rules", () => {
  const mode = new SendMode();
  const empty = { ...values, items: [{ ...emptyItem }] };
  expect(validationErrors(mode.schema, empty)).not.toEqual({});
  mode.choose(true);
  expect(validationErrors(mode.schema, empty)).toEqual({});
});

test("an advance has no supplier, and only a payment has an invoice number", () => {
  const all = { ...values, supplier: "Zagros", invoice_number: "INV-7" };
  expect(toFinanceBody({ ...all, type: "cash_advance" }, false)).toMatchObject({
    supplier: null,
    invoice_number: null,
  });
  expect(toFinanceBody({ ...all, type: "payment" }, false)).toMatchObject({
    supplier: "Zagros",
    invoice_number: "INV-7",
  });
});

test("an invalid price or quantity is reported at its field instead of a total of zero", () => {
  const schema = financeFormSchema(() => false);
  const named = { ...initialFinanceValues("USD"), details: "Lamps" };
  for (const item of [
    { price: "1.459?", quantity: 1 },
    { price: "12.00", quantity: "1.250?" },
  ]) {
    const field = typeof item.quantity === "number" ? "price" : "quantity";
    expect(validationErrors(schema, { ...named, items: [{ details: "Lamp", ...item }] })).toEqual({
      items: { 0: { [field]: "field.number" } },
    });
  }
});

test("an untouched form and items without quantity or price are rejected", () => {
  const schema = financeFormSchema(() => false);
  expect(validationErrors(schema, values)).toEqual({
    details: "field.required",
    items: { 0: { details: "finance.details", price: "finance.price" } },
  });
  const named = { ...values, details: "Lamps" };
  expect(validationErrors(schema, { ...named, items: [lamp] })).toEqual({});
  for (const free of [
    { price: "0.00", quantity: 3 },
    { price: "10.00", quantity: 0 },
  ])
    expect(validationErrors(schema, { ...named, items: [{ details: "Lamp", ...free }] })).toEqual({
      items: "finance.nothingToPay",
    });
});

test("a form is untouched until a text, a date or an item is changed", () => {
  expect(isUntouchedForm({ ...values, type: "payment", currency: "EUR" })).toBe(true);
  for (const word of ["details", "supplier", "invoice_number", "note"] as const)
    expect(isUntouchedForm({ ...values, [word]: "Lamps" })).toBe(false);
  expect(isUntouchedForm({ ...values, needed_by: "2030-01-07" })).toBe(false);
  expect(isUntouchedForm({ ...values, items: [lamp] })).toBe(false);
});
