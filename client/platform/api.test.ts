/** @jest-environment jsdom */
import { number, object } from "yup";
import { endpoint } from "../../shared/kernel/endpoint";
import { anyRecord } from "../../shared/kernel/fields";
import { call, queryText, sessionErrors, setUnreadCount, unreadCount } from "./api";
import { OfflineError, ProblemError } from "./problem-error";
import { storedKeys, writeStored } from "./browser-storage";

const reply = object({ data: anyRecord() });
const read = endpoint({
  method: "GET",
  path: "/task/:id",
  summary: "",
  params: object({ id: number().required() }),
  reply,
});
const write = endpoint({ method: "POST", path: "/task", summary: "", body: object({ title: anyRecord() }), reply });

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } };

/** Body of a response that comes from a proxy instead of the server. */
const page = "<html>";

function network(
  ...answers: (Partial<{ status: number; body: unknown; headers: Record<string, string> }> | Error)[]
): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = ((url: string, init: Sent["init"]) => {
    sent.push({ url, init });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer instanceof Error) return Promise.reject(answer);
    const { status = 200, body = { data: {} }, headers = {} } = answer ?? {};
    return Promise.resolve({
      ok: status < 400,
      status,
      headers: { get: (name: string) => headers[name] ?? null },
      text: () => Promise.resolve(body === page ? page : JSON.stringify(body)),
    });
  }) as unknown as typeof fetch;
  return sent;
}

const broken = new TypeError("Failed to fetch");

beforeEach(() => {
  writeStored(storedKeys.token, "tok");
  document.documentElement.lang = "ckb";
});

test("a call fills the path and sends the token and the language", async () => {
  const sent = network({});
  await call(read, { params: { id: 7 } });
  expect(sent[0]?.url).toBe("/task/7");
  expect(sent[0]?.init.headers).toMatchObject({ authorization: "Bearer tok", "accept-language": "ckb" });
});

test("keepalive is set only when requested", async () => {
  const sent = network({}, {});
  await call(write, { body: {}, keepalive: true });
  await call(write, { body: {} });
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, undefined]);
});

test("empty query values are omitted and lists are joined with commas", () => {
  expect(queryText({ q: "", u: undefined, tag_id: null, s: [] })).toBe("");
  expect(queryText({ q: "a b", s: [1, 2], archived: 0 })).toBe("?q=a+b&s=1%2C2&archived=0");
});

test("a POST is retried with the same key after a broken connection", async () => {
  jest.useFakeTimers();
  const sent = network(broken, broken, {});
  const answer = call(write, { body: {} });
  await jest.advanceTimersByTimeAsync(5_000);
  await answer;
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ init }) => init.headers["idempotency-key"])).size).toBe(1);
  jest.useRealTimers();
});

test("a POST of many records isn't retried after a broken connection", async () => {
  const sent = network(broken, {});
  await expect(call({ ...write, isBulk: true }, { body: {} })).rejects.toThrow(OfflineError);
  expect(sent).toHaveLength(1);
});

test("a call that receives 429 is retried after the time in Retry-After", async () => {
  jest.useFakeTimers();
  const tooFast = {
    status: 429,
    headers: { "retry-after": "2" },
    body: { code: "rate.limited", message: "Slow down" },
  };
  const sent = network(tooFast, tooFast, {});
  const answer = call(write, { body: {} });
  await jest.advanceTimersByTimeAsync(1_900);
  expect(sent).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(10_000);
  await answer;
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ init }) => `${init.headers["idempotency-key"]} ${init.body as string}`)).size).toBe(1);
  jest.useRealTimers();
});

test("a 429 with a long or missing Retry-After throws without a retry", async () => {
  jest.useFakeTimers();
  const refused = (after: string) => ({
    status: 429,
    headers: { "retry-after": after },
    body: { code: "rate.limited" },
  });
  const sent = network(refused("900"));
  await expect(call(write, { body: {} })).rejects.toMatchObject({ status: 429 });
  expect(sent).toHaveLength(1);
  const again = network(refused("1"));
  const answer = call(write, { body: {} }).catch((error: ProblemError) => error.status);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(await answer).toBe(429);
  expect(again).toHaveLength(4);
  jest.useRealTimers();
});

test("a GET isn't retried, and a network failure throws OfflineError", async () => {
  const sent = network(broken);
  await expect(call(read, { params: { id: 7 } })).rejects.toThrow(OfflineError);
  expect(sent).toHaveLength(1);
});

test("ProblemError contains code, message, field errors, record and request id", async () => {
  const errors = { title: ["This field is required"] };
  network({
    status: 422,
    body: { code: "request.invalid", message: "Some fields", errors, data: { id: 7 } },
    headers: { "x-request-id": "r-1" },
  });
  const refused = await call(write, { body: {} }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ProblemError);
  expect(refused).toMatchObject({ status: 422, code: "request.invalid", errors, record: { id: 7 }, requestId: "r-1" });
});

test.each([200, 502])("a proxy's error page becomes a ProblemError: %d", async (status) => {
  network({ status, body: page, headers: { "x-request-id": "r-9" } });
  const refused = { status, code: "unreadable", requestId: "r-9" };
  await expect(call(read, { params: { id: 7 } })).rejects.toMatchObject(refused);
});

describe("responses that end the session", () => {
  const heard: number[] = [];
  beforeAll(() => void sessionErrors.subscribe(({ status }) => heard.push(status)));
  beforeEach(() => void (heard.length = 0));

  test.each([401, 402, 423])("a %d response is emitted to the session", async (status) => {
    network({ status, body: { message: "", code: "session.required" } });
    await expect(call(read, { params: { id: 7 } })).rejects.toThrow(ProblemError);
    expect(heard).toEqual([status]);
  });

  test("other errors and a 401 of an earlier session aren't emitted to the session", async () => {
    network({ status: 403, body: {} });
    await expect(call(read, { params: { id: 7 } })).rejects.toThrow(ProblemError);
    network({ status: 401, body: {} });
    const late = call(read, { params: { id: 7 } });
    writeStored(storedKeys.token, "another");
    await expect(late).rejects.toThrow(ProblemError);
    expect(heard).toEqual([]);
  });
});

test("responses update the unread count unless a newer value was received", async () => {
  network({ headers: { "x-unread-notifications": "4" } });
  await call(read, { params: { id: 7 } });
  expect(unreadCount.value).toBe(4);
  const older = call(read, { params: { id: 7 } });
  setUnreadCount(5);
  await older;
  expect(unreadCount.value).toBe(5);
});
