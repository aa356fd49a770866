import Stripe from "stripe";
import { Problem } from "../../../shared/kernel/problems";

/**
 * Translates provider errors to problems; all other errors are rethrown. A declined card isn't an expired plan, so it isn't a 402.
 * @throws Problem for an error of the provider.
 */
export async function callProvider<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw problemOf(error);
  }
}

function problemOf(error: unknown): unknown {
  const { StripeError, StripeCardError, StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  if (!(error instanceof StripeError)) return error;
  if (error instanceof StripeCardError) return causedBy(error, "subscription.declined");
  const away = [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind);
  return causedBy(error, away ? "subscription.providerAway" : "subscription.providerRefused");
}

function causedBy(error: Error, code: ConstructorParameters<typeof Problem>[0]): Problem {
  return Object.assign(new Problem(code), { cause: error });
}
