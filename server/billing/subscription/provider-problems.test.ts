import Stripe from "stripe";
import { Problem } from "../../../shared/kernel/problems";
import { callProvider } from "./provider-problems";

const { StripeCardError, StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeInvalidRequestError } =
  Stripe.errors;
const raw = { message: "no" } as never;

test.each([
  [new StripeCardError(raw), "subscription.declined"],
  [new StripeConnectionError(raw), "subscription.providerAway"],
  [new StripeAPIError(raw), "subscription.providerAway"],
  [new StripeRateLimitError(raw), "subscription.providerAway"],
  [new StripeInvalidRequestError(raw), "subscription.providerRefused"],
])("translates %s from the provider to a problem and keeps it as the cause", async (error, code) => {
  const thrown = await callProvider(() => Promise.reject(error)).catch((problem: unknown) => problem);
  expect(thrown).toBeInstanceOf(Problem);
  expect(thrown).toMatchObject({ code, cause: error });
});

test("passes unknown errors through unchanged", async () => {
  const fault = new TypeError("ours");
  await expect(callProvider(() => Promise.reject(fault))).rejects.toBe(fault);
  expect(await callProvider(() => Promise.resolve(7))).toBe(7);
});
