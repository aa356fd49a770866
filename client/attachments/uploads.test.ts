import type { Attachment } from "../../shared/attachments/attachments.contract";
import { OfflineError, ProblemError } from "../platform/problem-error";
import { type SendFile, type Upload, Uploads } from "./uploads";

const file = (name: string, size = 3) => ({ name, size }) as File;
const pending = (name: string, size?: number) => ({ userId: 1, taskId: 7, file: file(name, size) });
const made = (id: number) => ({ id }) as Attachment;

interface Sending {
  upload: Upload;
  how: Parameters<SendFile>[1];
  arrive(attachment: Attachment): void;
  fail(error: Error): void;
}

function play() {
  const sent: Sending[] = [];
  const uploads = new Uploads(
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

test("two go at once, the others wait their turn", async () => {
  const { uploads, sent, states, settled } = play();
  uploads.add([pending("a.png"), pending("b.png"), pending("c.png")]);
  expect(states()).toEqual(["a.png sending", "b.png sending", "c.png waiting"]);
  sent[0]?.how.onProgress(0.5);
  expect(uploads.all$.value[0]?.progress).toBe(0.5);
  sent[0]?.arrive(made(1));
  await settled();
  expect(states()).toEqual(["a.png done", "b.png sending", "c.png sending"]);
});

test.each([
  ["a.exe", 3, "file.type"],
  ["a", 3, "file.type"],
  ["a.pdf", 0, "file.missing"],
  ["a.JPEG", 5 * 1024 * 1024 + 1, "file.tooLarge"],
])("%s of %i bytes isn't even sent", (name, size, reason) => {
  const { uploads, sent, ended } = play();
  uploads.add([pending(name, size)]);
  expect(sent).toHaveLength(0);
  expect(ended).toMatchObject([{ state: "failed", reason: { id: reason }, again: false }]);
});

test("canceled, it is broken off and gone, and the next one's turn comes", async () => {
  const { uploads, sent, states, ended, settled } = play();
  uploads.add([pending("a.png"), pending("b.png"), pending("c.png")]);
  uploads.cancel(uploads.all$.value[0]?.id as string);
  await settled();
  expect(sent[0]?.how.signal.aborted).toBe(true);
  expect(states()).toEqual(["b.png sending", "c.png sending"]);
  expect(ended).toEqual([]);
});

test("at sign-out what is on its way is broken off, and nothing of it goes as the next person", async () => {
  const { uploads, sent, settled } = play();
  uploads.add([pending("a.png"), pending("b.png"), pending("c.png")]);
  expect(uploads.underWay).toBe(true);
  uploads.keepOnly(2);
  await settled();
  expect(sent.map(({ upload, how }) => [upload.name, how.signal.aborted])).toEqual([
    ["a.png", true],
    ["b.png", true],
  ]);
  expect([uploads.all$.value, uploads.underWay]).toEqual([[], false]);
});

test("without a network it waits, and goes with the same key once that is back", async () => {
  const { uploads, sent, states, settled } = play();
  uploads.add([pending("a.png")]);
  sent[0]?.fail(new OfflineError());
  await settled();
  expect(states()).toEqual(["a.png offline"]);
  uploads.resume();
  expect(states()).toEqual(["a.png sending"]);
  expect(sent[1]?.how.key).toBe(sent[0]?.how.key);
});

test("refused, it says why in the server's words; what the server can't help can be tried again", async () => {
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
