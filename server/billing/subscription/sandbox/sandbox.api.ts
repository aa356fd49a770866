import qs from "qs";
import Stripe from "stripe";
import { type PaymentSandbox, SandboxError } from "./sandbox";
import { sandboxCalls } from "./sandbox.calls";
import { type SandboxInput, invalidRequestError, textOrEmpty } from "./sandbox.change";
import { refuseParams } from "./sandbox.params";

export interface SandboxRequest {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: string;
}
export interface SandboxAnswer {
  status: number;
  body: unknown;
}

/** Splits `POST /v1/subscriptions/sub_1` into the key of the call and the id. */
function routeOf(method: string, pathname: string): { key: string; id: string } {
  const exact = `${method} ${pathname}`;
  if (exact in sandboxCalls) return { key: exact, id: "" };
  const parts = pathname.split("/");
  const at = parts.at(-1) === "expire" || parts.at(-1) === "release" ? parts.length - 2 : parts.length - 1;
  const id = parts[at] ?? "";
  return { key: `${method} ${parts.with(at, ":id").join("/")}`, id };
}

export async function handleSandboxRequest(
  sandbox: PaymentSandbox,
  secretKey: string,
  request: SandboxRequest,
): Promise<SandboxAnswer> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  try {
    if (headers["authorization"] !== `Bearer ${secretKey}`)
      throw new SandboxError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
    if (headers["stripe-version"] !== Stripe.API_VERSION) throw invalidRequestError("Invalid Stripe API version.");
    const [pathname = "", query = ""] = request.path.split("?");
    const { key, id } = routeOf(request.method, pathname);
    const call = sandboxCalls[key];
    if (!call)
      throw new SandboxError(404, { type: "invalid_request_error", message: `Unrecognized request URL (${key}).` });
    const idempotencyKey = textOrEmpty(headers["idempotency-key"]);
    if (request.method === "POST" && !idempotencyKey)
      throw invalidRequestError(
        "Every change needs an idempotency key here, so that one which is sent again happens once.",
      );
    const input = qs.parse(request.method === "GET" ? query : request.body, { depth: 8 }) as SandboxInput;
    refuseParams(key, input);
    const run = () => call({ sandbox, id, input });
    const body = request.method === "POST" ? await once(sandbox, idempotencyKey, key + id, input, run) : await run();
    return { status: 200, body };
  } catch (error) {
    if (error instanceof SandboxError) return { status: error.status, body: { error: error.error } };
    throw error;
  }
}

/** Implements idempotency keys: a repeated call gets the first response; a call with the same key and different content is rejected. */
async function once(
  sandbox: PaymentSandbox,
  key: string,
  call: string,
  input: SandboxInput,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { store } = sandbox.options;
  const id = `idempotency_${key}`;
  const content = JSON.stringify([call, input]);
  const storedAnswer = await store.get(id);
  if (storedAnswer && storedAnswer["content"] !== content)
    throw new SandboxError(400, {
      type: "idempotency_error",
      message: "Keys for idempotent requests can only be used with the same parameters.",
    });
  if (storedAnswer) return storedAnswer["answer"];
  const answer = await run();
  await store.put({ id, object: "idempotency", content, answer });
  return answer;
}
