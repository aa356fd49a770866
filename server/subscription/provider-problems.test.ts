import Stripe from "stripe";
import { Problem } from "../../shared/kernel/problems";
import { askProvider } from "./provider-problems";

const { StripeCardError, StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeInvalidRequestError } =
  Stripe.errors;
const raw = { message: "no" } as never;

test.each([
  [new StripeCardError(raw), "subscription.declined"],
  [new StripeConnectionError(raw), "subscription.providerAway"],
  [new StripeAPIError(raw), "subscription.providerAway"],
  [new StripeRateLimitError(raw), "subscription.providerAway"],
  [new StripeInvalidRequestError(raw), "subscription.providerRefused"],
])("%s of the provider is said in our words, with what it came from", async (error, code) => {
  const said = await askProvider(() => Promise.reject(error)).catch((problem: unknown) => problem);
  expect(said).toBeInstanceOf(Problem);
  expect(said).toMatchObject({ code, cause: error });
});

test("what was no refusal of the provider's goes on as it is; an answer is an answer", async () => {
  const fault = new TypeError("ours");
  await expect(askProvider(() => Promise.reject(fault))).rejects.toBe(fault);
  expect(await askProvider(() => Promise.resolve(7))).toBe(7);
});
