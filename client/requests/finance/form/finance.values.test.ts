import { validationErrors } from "../../../ui/form/form";
import {
  toFinanceBody,
  withoutTrailingEmptyItems,
  financeFormSchema,
  isUntouchedForm,
  initialFinanceValues,
} from "./finance.values";
import { emptyItem } from "./items/items.sheet";

const sampleName = "Sample item";
const values = initialFinanceValues(sampleName, "USD");

test("a new request is a purchase with a sample item in dollars", () => {
  expect(toFinanceBody(values, false)).toMatchObject({
    type: "purchase",
    currency: "USD",
    items: [{ details: "Sample item", price: "10.00", quantity: 1 }],
  });
});

test("empty items at the end are dropped; those between filled items are kept", () => {
  const [sample] = values.items as [typeof emptyItem];
  expect(withoutTrailingEmptyItems([sample, emptyItem, emptyItem])).toEqual([sample]);
  expect(withoutTrailingEmptyItems([emptyItem, sample])).toHaveLength(2);
  expect(withoutTrailingEmptyItems([emptyItem])).toHaveLength(1);
  expect(toFinanceBody({ ...values, items: [{ ...emptyItem }] }, true).items).toEqual([]);
});

test("submitting requires details and prices; a draft only rejects non-numbers", () => {
  const items = [{ details: "", price: "", quantity: 1 }];
  const wrong = { details: "field.required", items: { 0: { details: "finance.details", price: "finance.price" } } };
  expect(
    validationErrors(
      financeFormSchema(() => false, sampleName),
      { ...values, items },
    ),
  ).toEqual(wrong);
  expect(
    validationErrors(
      financeFormSchema(() => true, sampleName),
      { ...values, items },
    ),
  ).toEqual({});
  const typed = [{ details: "Lamp", price: "12x", quantity: 1 }];
  expect(
    validationErrors(
      financeFormSchema(() => true, sampleName),
      { ...values, items: typed },
    ),
  ).toEqual({
    items: { 0: { price: "field.number" } },
  });
});

test("the last pressed button decides between draft and submission rules", () => {
  let isDraft = false;
  const schema = financeFormSchema(() => isDraft, sampleName);
  const empty = { ...values, items: [{ ...emptyItem }] };
  expect(validationErrors(schema, empty)).not.toEqual({});
  isDraft = true;
  expect(validationErrors(schema, empty)).toEqual({});
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
  const schema = financeFormSchema(() => false, sampleName);
  const lamps = { ...initialFinanceValues(sampleName, "USD"), details: "Lamps" };
  for (const item of [
    { price: "1.459?", quantity: 1 },
    { price: "12.00", quantity: "1.250?" },
  ]) {
    const field = typeof item.quantity === "number" ? "price" : "quantity";
    expect(validationErrors(schema, { ...lamps, items: [{ details: "Lamp", ...item }] })).toEqual({
      items: { 0: { [field]: "field.number" } },
    });
  }
});

test("the sample item and items without quantity or price are rejected", () => {
  const schema = financeFormSchema(() => false, sampleName);
  expect(validationErrors(schema, values)).toEqual({
    details: "field.required",
    items: { 0: { details: "finance.sample" } },
  });
  const lamps = { ...values, details: "Lamps" };
  expect(validationErrors(schema, lamps)).toEqual({ items: { 0: { details: "finance.sample" } } });
  expect(validationErrors(schema, { ...lamps, items: [{ details: "Lamp", price: "10.00", quantity: 1 }] })).toEqual({});
  expect(validationErrors(schema, { ...lamps, items: [{ details: sampleName, price: "12.00", quantity: 1 }] })).toEqual(
    {},
  );
  for (const free of [
    { price: "0.00", quantity: 3 },
    { price: "10.00", quantity: 0 },
  ])
    expect(validationErrors(schema, { ...lamps, items: [{ details: "Lamp", ...free }] })).toEqual({
      items: "finance.nothingToPay",
    });
});

test("a form is untouched until a text, a date or an item is changed", () => {
  expect(isUntouchedForm({ ...values, type: "payment", currency: "EUR" }, sampleName)).toBe(true);
  for (const word of ["details", "supplier", "invoice_number", "note"] as const)
    expect(isUntouchedForm({ ...values, [word]: "Lamps" }, sampleName)).toBe(false);
  expect(isUntouchedForm({ ...values, needed_by: "2030-01-07" }, sampleName)).toBe(false);
  expect(
    isUntouchedForm({ ...values, items: [{ details: sampleName, price: "10.00", quantity: 2 }] }, sampleName),
  ).toBe(false);
});
