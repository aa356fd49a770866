import { errorsOf } from "../ui/form";
import { bodyOf, filledItems, formSchema, newValues, SendWish } from "./finance.values";
import { emptyItem } from "./items.sheet";

const values = newValues("Sample item", "USD");

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
  const wrong = { items: { 0: { details: "finance.details", price: "finance.price" } } };
  expect(
    errorsOf(
      formSchema(() => false),
      { ...values, items },
    ),
  ).toEqual(wrong);
  expect(
    errorsOf(
      formSchema(() => true),
      { ...values, items },
    ),
  ).toEqual({});
  const typed = [{ details: "Lamp", price: "12x", quantity: 1 }];
  expect(
    errorsOf(
      formSchema(() => true),
      { ...values, items: typed },
    ),
  ).toEqual({
    items: { 0: { price: "field.number" } },
  });
});

test("what is submitted is kept or sent, as the last button said", () => {
  const wish = new SendWish();
  const empty = { ...values, items: [{ ...emptyItem }] };
  expect(errorsOf(wish.schema, empty)).not.toEqual({});
  wish.choose(true);
  expect(errorsOf(wish.schema, empty)).toEqual({});
});

test("an advance has no supplier, and only a payment an invoice number", () => {
  const all = { ...values, supplier: "Zagros", invoice_number: "INV-7" };
  expect(bodyOf({ ...all, type: "cash_advance" }, false)).toMatchObject({ supplier: null, invoice_number: null });
  expect(bodyOf({ ...all, type: "payment" }, false)).toMatchObject({ supplier: "Zagros", invoice_number: "INV-7" });
});
