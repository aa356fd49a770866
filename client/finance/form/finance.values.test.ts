import { errorsOf } from "../../ui/form/form";
import { bodyOf, filledItems, formSchema, isSample, newValues, SendMode } from "./finance.values";
import { emptyItem } from "./items.sheet";

const sampleName = "Sample item";
const values = newValues(sampleName, "USD");

test("the add screen begins with a sample item in dollars, of type purchase", () => {
  expect(bodyOf(values, false)).toMatchObject({
    type: "purchase",
    currency: "USD",
    items: [{ details: "Sample item", price: "10.00", quantity: 1 }],
  });
});

test("empty lines at the end are room to type; between others they are items that lack everything", () => {
  const [sample] = values.items as [typeof emptyItem];
  expect(filledItems([sample, emptyItem, emptyItem])).toEqual([sample]);
  expect(filledItems([emptyItem, sample])).toHaveLength(2);
  expect(filledItems([emptyItem])).toHaveLength(1);
  expect(bodyOf({ ...values, items: [{ ...emptyItem }] }, true).items).toEqual([]);
});

test("sending asks for details and a price, a draft for neither; what is no number is refused to both", () => {
  const items = [{ details: "", price: "", quantity: 1 }];
  const wrong = { details: "field.required", items: { 0: { details: "finance.details", price: "finance.price" } } };
  expect(
    errorsOf(
      formSchema(() => false, sampleName),
      { ...values, items },
    ),
  ).toEqual(wrong);
  expect(
    errorsOf(
      formSchema(() => true, sampleName),
      { ...values, items },
    ),
  ).toEqual({});
  const typed = [{ details: "Lamp", price: "12x", quantity: 1 }];
  expect(
    errorsOf(
      formSchema(() => true, sampleName),
      { ...values, items: typed },
    ),
  ).toEqual({
    items: { 0: { price: "field.number" } },
  });
});

test("what is submitted is kept or sent, as the last button said", () => {
  const mode = new SendMode(sampleName);
  const empty = { ...values, items: [{ ...emptyItem }] };
  expect(errorsOf(mode.schema, empty)).not.toEqual({});
  mode.choose(true);
  expect(errorsOf(mode.schema, empty)).toEqual({});
});

test("an advance has no supplier, and only a payment an invoice number", () => {
  const all = { ...values, supplier: "Zagros", invoice_number: "INV-7" };
  expect(bodyOf({ ...all, type: "cash_advance" }, false)).toMatchObject({ supplier: null, invoice_number: null });
  expect(bodyOf({ ...all, type: "payment" }, false)).toMatchObject({ supplier: "Zagros", invoice_number: "INV-7" });
});

test("two clicks order nothing: the sample can't be sent, nor what is for nothing or costs nothing", () => {
  const schema = formSchema(() => false, sampleName);
  expect(errorsOf(schema, values)).toEqual({ details: "field.required", items: { 0: { details: "finance.sample" } } });
  const named = { ...values, details: "Lamps" };
  expect(errorsOf(schema, named)).toEqual({ items: { 0: { details: "finance.sample" } } });
  expect(errorsOf(schema, { ...named, items: [{ details: "Lamp", price: "10.00", quantity: 1 }] })).toEqual({});
  expect(errorsOf(schema, { ...named, items: [{ details: sampleName, price: "12.00", quantity: 1 }] })).toEqual({});
  for (const free of [
    { price: "0.00", quantity: 3 },
    { price: "10.00", quantity: 0 },
  ])
    expect(errorsOf(schema, { ...named, items: [{ details: "Lamp", ...free }] })).toEqual({
      items: "finance.nothingToPay",
    });
});

test("the sample in another kind or currency is no draft yet; a word of one's own makes it one", () => {
  expect(isSample({ ...values, type: "payment", currency: "EUR" }, sampleName)).toBe(true);
  for (const word of ["details", "supplier", "invoice_number", "note"] as const)
    expect(isSample({ ...values, [word]: "Lamps" }, sampleName)).toBe(false);
  expect(isSample({ ...values, needed_by: "2030-01-07" }, sampleName)).toBe(false);
  expect(isSample({ ...values, items: [{ details: sampleName, price: "10.00", quantity: 2 }] }, sampleName)).toBe(
    false,
  );
});
