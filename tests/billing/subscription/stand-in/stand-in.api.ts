import qs from "qs";
import Stripe from "stripe";
import { type StripeStandIn, StandInError } from "./stand-in";
import { standInCalls } from "./stand-in.calls";
import { type StandInInput, invalidRequestError, textOrEmpty } from "./stand-in.change";
import { refuseParams } from "./stand-in.params";

export interface StandInRequest {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: string;
}
export interface StandInAnswer {
  status: number;
  body: unknown;
}

/** Splits `POST /v1/subscriptions/sub_1` into the key of the call and the id. */
function routeOf(method: string, pathname: string): { key: string; id: string } {
  const exact = `${method} ${pathname}`;
  if (exact in standInCalls) return { key: exact, id: "" };
  const parts = pathname.split("/");
  const at = parts.at(-1) === "expire" || parts.at(-1) === "release" ? parts.length - 2 : parts.length - 1;
  const id = parts[at] ?? "";
  return { key: `${method} ${parts.with(at, ":id").join("/")}`, id };
}

export async function handleStandInRequest(
  standIn: StripeStandIn,
  secretKey: string,
  request: StandInRequest,
): Promise<StandInAnswer> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  try {
    if (headers["authorization"] !== `Bearer ${secretKey}`)
      throw new StandInError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
    if (headers["stripe-version"] !== Stripe.API_VERSION) throw invalidRequestError("Invalid Stripe API version.");
    const [pathname = "", query = ""] = request.path.split("?");
    const { key, id } = routeOf(request.method, pathname);
    const call = standInCalls[key];
    if (!call)
      throw new StandInError(404, { type: "invalid_request_error", message: `Unrecognized request URL (${key}).` });
    const idempotencyKey = textOrEmpty(headers["idempotency-key"]);
    if (request.method === "POST" && !idempotencyKey)
      throw invalidRequestError(
        "Every change needs an idempotency key here, so that one which is sent again happens once.",
      );
    const input = qs.parse(request.method === "GET" ? query : request.body, { depth: 8 }) as StandInInput;
    refuseParams(key, input);
    const run = () => call({ standIn, id, input });
    const body = request.method === "POST" ? await once(standIn, idempotencyKey, key + id, input, run) : await run();
    return { status: 200, body };
  } catch (error) {
    if (error instanceof StandInError) return { status: error.status, body: { error: error.error } };
    throw error;
  }
}

/** Implements idempotency keys: a repeated call gets the first response; a call with the same key and different content is rejected. */
async function once(
  standIn: StripeStandIn,
  key: string,
  call: string,
  input: StandInInput,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { store } = standIn.options;
  const id = `idempotency_${key}`;
  const content = JSON.stringify([call, input]);
  const storedAnswer = await store.get(id);
  if (storedAnswer && storedAnswer["content"] !== content)
    throw new StandInError(400, {
      type: "idempotency_error",
      message: "Keys for idempotent requests can only be used with the same parameters.",
    });
  if (storedAnswer) return storedAnswer["answer"];
  const answer = await run();
  await store.put({ id, object: "idempotency", content, answer });
  return answer;
}
