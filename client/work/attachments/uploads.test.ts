import type { Attachment } from "../../../shared/work/attachments/attachments.contract";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { UnseenFailures } from "./unseen-failures";
import { type FileUploader, type Upload, UploadQueue } from "./uploads";

const file = (name: string, size = 3) => ({ name, size }) as File;
const pending = (name: string, size?: number) => ({ userId: 1, taskId: 7, file: file(name, size) });
const attachment = (id: number) => ({ id }) as Attachment;

interface Sending {
  upload: Upload;
  how: Parameters<FileUploader>[1];
  arrive(attachment: Attachment): void;
  fail(error: Error): void;
}

function play() {
  const sent: Sending[] = [];
  const uploads = new UploadQueue(
    (upload, how) =>
      new Promise((arrive, fail) => {
        sent.push({ upload, how, arrive, fail });
        how.signal.addEventListener("abort", () => fail(new DOMException("", "AbortError")));
      }),
  );
  const ended: Upload[] = [];
  uploads.ended$.subscribe((upload) => ended.push(upload));
  const states = () => uploads.all$.value.map(({ name, state }) => `${name} ${state}`);
  return { uploads, sent, ended, states, settled: () => new Promise((resolve) => setImmediate(resolve)) };
}

test("a failure is reported only while its task is closed", async () => {
  const { uploads, sent, settled } = play();
  const unseen = new UnseenFailures(uploads);
  const reported: string[] = [];
  const close = unseen.open(7, ({ name }) => reported.push(name));
  uploads.add([pending("a.png"), pending("b.png"), pending("c.png")]);
  sent[0]?.fail(new ProblemError(422, "request.invalid", "no"));
  await settled();
  expect(reported).toEqual([]);
  close();
  sent[1]?.fail(new OfflineError());
  sent[2]?.fail(new ProblemError(422, "request.invalid", "no"));
  await settled();
  expect(reported).toEqual(["c.png"]);
  unseen.open(7, ({ name }) => reported.push(name));
  uploads.add([pending("d.png", 10_000_000_000)]);
  expect(reported).toEqual(["c.png"]);
});

test("two uploads run concurrently while the third waits", async () => {
  const { uploads, sent, states, settled } = play();
  uploads.add([pending("a.png"), pending("b.png"), pending("c.png")]);
  expect(states()).toEqual(["a.png sending", "b.png sending", "c.png waiting"]);
  sent[0]?.how.onProgress(0.5);
  expect(uploads.all$.value[0]?.progress).toBe(0.5);
  sent[0]?.arrive(attachment(1));
  await settled();
  expect(states()).toEqual(["a.png done", "b.png sending", "c.png sending"]);
});

test.each([
  ["a.exe", 3, "file.type"],
  ["a", 3, "file.type"],
  ["a.pdf", 0, "file.empty"],
  ["a.JPEG", 5 * 1024 * 1024 + 1, "file.tooLarge"],
])("%s of %i bytes is rejected without being sent", (name, size, reason) => {
  const { uploads, sent, ended } = play();
  uploads.add([pending(name, size)]);
  expect(sent).toHaveLength(0);
  expect(ended).toMatchObject([{ state: "failed", reason: { id: reason }, again: false }]);
});

test("canceling an upload aborts it and starts the next one", async () => {
  const { uploads, sent, states, ended, settled } = play();
  uploads.add([pending("a.png"), pending("b.png"), pending("c.png")]);
  uploads.cancel(uploads.all$.value[0]?.id as string);
  await settled();
  expect(sent[0]?.how.signal.aborted).toBe(true);
  expect(states()).toEqual(["b.png sending", "c.png sending"]);
  expect(ended).toEqual([]);
});

test("uploads wait for the same user after an expired session", async () => {
  const { uploads, sent, states, ended, settled } = play();
  uploads.add([pending("a.png"), pending("b.png"), pending("c.png")]);
  sent[0]?.fail(new ProblemError(401, "session.required", "Sign in"));
  await settled();
  uploads.switchUser(null);
  await settled();
  uploads.resume(); // as when the network returns
  expect(sent.length).toBe(3);
  expect(sent.slice(1).map(({ how }) => how.signal.aborted)).toEqual([true, true]);
  sent[1]?.how.onProgress(0.9);
  expect(states()).toEqual(["a.png waiting", "b.png waiting", "c.png waiting"]);
  expect([uploads.underWay, ended.map(({ state }) => state)]).toEqual([true, ["offline"]]);
  uploads.switchUser(1);
  expect(states()).toEqual(["a.png sending", "b.png sending", "c.png waiting"]);
  expect(sent.slice(3).map(({ how }) => how.key)).toEqual([sent[0]?.how.key, sent[1]?.how.key]);
  uploads.cancel(uploads.all$.value[1]?.id as string);
  expect(sent[4]?.how.signal.aborted).toBe(true);
});

test("signing out aborts all uploads, and none continues for the next user", async () => {
  const { uploads, sent, settled } = play();
  uploads.add([pending("a.png"), pending("b.png"), pending("c.png")]);
  expect(uploads.underWay).toBe(true);
  uploads.switchUser(null);
  uploads.switchUser(2);
  await settled();
  expect(sent.map(({ upload, how }) => [upload.name, how.signal.aborted])).toEqual([
    ["a.png", true],
    ["b.png", true],
  ]);
  expect([uploads.all$.value, uploads.underWay]).toEqual([[], false]);
});

test("an offline upload resumes with the same key when the network returns", async () => {
  const { uploads, sent, states, settled } = play();
  uploads.add([pending("a.png")]);
  sent[0]?.fail(new OfflineError());
  await settled();
  expect(states()).toEqual(["a.png offline"]);
  uploads.resume();
  expect(states()).toEqual(["a.png sending"]);
  expect(sent[1]?.how.key).toBe(sent[0]?.how.key);
});

test("an upload rejected with 422 shows the server's reason; a 503 can be retried", async () => {
  const { uploads, sent, ended, settled } = play();
  uploads.add([pending("a.png"), pending("b.png")]);
  sent[0]?.fail(new ProblemError(422, "request.invalid", "Wrong", { file: ["Invalid file type."] }));
  sent[1]?.fail(new ProblemError(503, "unavailable", "Later"));
  await settled();
  expect(ended).toMatchObject([
    { reason: { words: "Invalid file type." }, again: false },
    { reason: { words: "Later" }, again: true },
  ]);
});
