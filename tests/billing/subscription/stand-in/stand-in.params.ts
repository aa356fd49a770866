import { StandInError } from "./stand-in";
import { type StandInInput, invalidRequestError } from "./stand-in.change";

interface Params {
  required?: readonly string[];
  optional?: readonly string[];
}

const listed = ["limit", "starting_after", "ending_before"];

/**
 * Parameters accepted by each call: the subset of the provider's reference that the product uses. All others are rejected as unknown, so
 * that tests find misspelled parameters.
 */
const params: Record<string, Params> = {
  "GET /v1/prices": { optional: ["lookup_keys", "active", ...listed] },
  "POST /v1/customers": { optional: ["email", "name", "metadata"] },
  "GET /v1/customers/:id": {},
  "POST /v1/checkout/sessions": {
    required: ["mode", "line_items", "success_url"],
    optional: ["customer", "cancel_url", "locale", "subscription_data"],
  },
  "GET /v1/checkout/sessions/:id": {},
  "POST /v1/checkout/sessions/:id/expire": {},
  "GET /v1/subscriptions": { optional: ["customer", "status", ...listed] },
  "GET /v1/subscriptions/:id": {},
  "POST /v1/subscriptions/:id": {
    optional: ["items", "cancel_at_period_end", "metadata", "proration_behavior", "payment_behavior"],
  },
  "DELETE /v1/subscriptions/:id": { optional: ["prorate", "invoice_now"] },
  "GET /v1/invoices": { optional: ["customer", ...listed] },
  "POST /v1/invoices/create_preview": { optional: ["subscription", "subscription_details", "customer"] },
  "POST /v1/billing_portal/sessions": { required: ["customer"], optional: ["return_url"] },
  "POST /v1/subscription_schedules": { optional: ["from_subscription"] },
  "GET /v1/subscription_schedules/:id": {},
  "POST /v1/subscription_schedules/:id": { optional: ["phases", "end_behavior"] },
  "POST /v1/subscription_schedules/:id/release": {},
};

/**
 * Validates the parameters of a call.
 * @throws StandInError 400 for an unknown or missing parameter, or a list that is too long.
 */
export function refuseParams(call: string, input: StandInInput): void {
  const { required = [], optional = [] } = params[call] ?? {};
  for (const name of Object.keys(input))
    if (name !== "expand" && !required.includes(name) && !optional.includes(name))
      throw wrong("parameter_unknown", `Received unknown parameter: ${name}`, name);
  for (const name of required)
    if (input[name] === undefined || input[name] === "")
      throw wrong("parameter_missing", `Missing required param: ${name}.`, name);
  const { limit } = input;
  if (limit !== undefined && !(Number(limit) >= 1 && Number(limit) <= 100))
    throw invalidRequestError("This value must be from 1 to 100.", "limit");
}

const wrong = (code: string, message: string, param: string) =>
  new StandInError(400, { type: "invalid_request_error", code, message, param });

export interface SchedulePhase {
  start_date?: number | string;
  end_date?: number | string;
}

/**
 * Checks that the current phase is sent with its original start, and that each phase starts where the previous one ends.
 * @throws StandInError 400 otherwise.
 */
export function refusePhases(running: SchedulePhase | undefined, phases: readonly SchedulePhase[]): void {
  if (Number(phases[0]?.start_date) !== Number(running?.start_date))
    throw invalidRequestError("You can not modify the start date of the current phase.", "phases[0][start_date]");
  for (const [at, phase] of phases.entries()) {
    const before = phases[at - 1];
    if (before && Number(phase.start_date) !== Number(before.end_date))
      throw invalidRequestError("A phase must begin when the one before it ends.", `phases[${at}][start_date]`);
  }
}
