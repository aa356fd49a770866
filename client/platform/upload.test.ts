/** @jest-environment jsdom */
import { number, object } from "yup";
import { endpoint } from "../../shared/kernel/endpoint";
import { anyRecord } from "../../shared/kernel/fields";
import { OfflineError } from "./problem-error";
import { storedKeys, writeStored } from "./browser-storage";
import { upload } from "./upload";

const attach = endpoint({
  method: "POST",
  path: "/task/:id/file",
  summary: "",
  params: object({ id: number().required() }),
  reply: object({ data: anyRecord() }),
});

class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 200;
  responseText = JSON.stringify({ data: { id: 1 } });
  opened: string[] = [];
  headers: Record<string, string> = {};
  sent: unknown = null;
  constructor() {
    FakeRequest.last = this;
  }
  open(...opened: string[]) {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name.toLowerCase()] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
  }
}

const real = globalThis.XMLHttpRequest;
beforeEach(() => {
  globalThis.XMLHttpRequest = FakeRequest as never;
  writeStored(storedKeys.token, "tok");
});
afterAll(() => {
  globalThis.XMLHttpRequest = real;
});

function begun(signal = new AbortController().signal) {
  const body = new FormData();
  const progress: number[] = [];
  const answer = upload(attach, {
    params: { id: 7 },
    body,
    idempotencyKey: "key",
    signal,
    onProgress: (fraction) => progress.push(fraction),
  });
  answer.catch(() => {});
  return { answer, body, progress, request: FakeRequest.last };
}

test("an upload sends the session and the idempotency key with the file", async () => {
  const { answer, body, request } = begun();
  expect([request.opened, request.sent]).toEqual([["POST", expect.stringMatching(/\/task\/7\/file$/)], body]);
  expect(Object.values(request.headers).join()).toMatch(/tok/);
  expect(request.headers["idempotency-key"]).toBe("key");
  request.onload?.();
  expect(await answer).toEqual({ data: { id: 1 } });
});

test("progress is reported only when it is computable", () => {
  const { progress, request } = begun();
  request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
  request.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 4 });
  request.upload.onprogress?.({ lengthComputable: true, loaded: 0, total: 0 });
  request.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 });
  expect(progress).toEqual([0.25, 1]);
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  [422, false],
])("a response with %i is accepted: %s", async (status, isAccepted) => {
  const { answer, request } = begun();
  request.status = status;
  if (!isAccepted)
    request.responseText = JSON.stringify({ message: "No", code: "request.invalid", errors: { file: ["No"] } });
  request.onload?.();
  const done = await answer.then(
    () => true,
    (error: unknown) => error,
  );
  expect(done).toEqual(isAccepted ? true : expect.objectContaining({ status, errors: { file: ["No"] } }));
});

test("a broken connection throws OfflineError", async () => {
  const { answer, request } = begun();
  request.onerror?.();
  await expect(answer).rejects.toBeInstanceOf(OfflineError);
});

test("canceling aborts a running upload and one that hasn't started", async () => {
  const running = new AbortController();
  const { answer } = begun(running.signal);
  running.abort();
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  const early = begun(AbortSignal.abort());
  await expect(early.answer).rejects.toMatchObject({ name: "AbortError" });
  expect(early.request.sent).toBeNull();
});
