import { BehaviorSubject, Subject } from "rxjs";
import type { Attachment } from "../../shared/attachments/attachments.contract";
import { refusalOfFile } from "../../shared/attachments/attachments.rules";
import { newIdempotencyKey } from "../platform/api";
import type { MessageId } from "../platform/intl/catalogues";
import { OfflineError, ProblemError } from "../platform/problem-error";

/** A file on its way to a task. */
export interface Upload {
  id: string;
  /** Who sends it: whoever signs in next has nothing to do with it. */
  userId: number;
  taskId: number;
  /** The attachment whose file it takes the place of. */
  replaces: number | null;
  file: File;
  name: string;
  title?: string;
  state: "waiting" | "sending" | "offline" | "failed" | "done";
  /** 0 to 1 */
  progress: number;
  /** Why it failed: a text of ours, or the server's own words. */
  reason: { id: MessageId } | { words: string } | null;
  /** Whether another attempt may end otherwise. */
  again: boolean;
  /** What became of it. */
  attachment: Attachment | null;
}

/** Sends one file. @throws ProblemError, OfflineError; whatever, once the signal says so. */
export type SendFile = (
  upload: Upload,
  how: { signal: AbortSignal; onProgress: (fraction: number) => void; key: string },
) => Promise<Attachment>;

export interface PendingChange {
  userId: number;
  taskId: number;
  replaces?: number;
  file: File;
  title?: string;
}

/** At once; the others wait their turn. More would only share one line. */
const atOnce = 2;

/**
 * Files on their way, for the whole page: they go on when the panel is closed, and are there when it is opened again.
 * What waits for the network goes by itself once that is back.
 */
export class Uploads {
  readonly all$ = new BehaviorSubject<readonly Upload[]>([]);
  /** One that came to its end, for those who can't see it. */
  readonly ended$ = new Subject<Upload>();
  private readonly aborts = new Map<string, AbortController>();

  constructor(private readonly send: SendFile) {}

  add(pendingChanges: readonly PendingChange[]): void {
    const uploads = pendingChanges.map((pending) => newUpload(pending));
    this.all$.next([...this.all$.value, ...uploads]);
    for (const upload of uploads) if (upload.state === "failed") this.ended$.next(upload);
    this.next();
  }

  /** Takes it out, whatever state it is in; what was under way is broken off. */
  cancel(id: string): void {
    this.take((upload) => upload.id === id);
  }

  retry(id: string): void {
    this.change(id, { state: "waiting", progress: 0, reason: null });
    this.next();
  }

  /** The network is back. */
  resume(): void {
    for (const upload of this.all$.value) if (upload.state === "offline") this.change(upload.id, { state: "waiting" });
    this.next();
  }

  /** Whoever is signed in now has nothing to do with what others were sending. */
  keepOnly(userId: number | null): void {
    this.take((upload) => upload.userId !== userId);
  }

  /** Something would be lost with the page. */
  get underWay(): boolean {
    return this.all$.value.some(({ state }) => state === "sending" || state === "waiting" || state === "offline");
  }

  /** All of them, before the turn of the next one comes. */
  private take(isGone: (upload: Upload) => boolean): void {
    const gone = this.all$.value.filter(isGone);
    if (gone.length === 0) return;
    this.all$.next(this.all$.value.filter((upload) => !isGone(upload)));
    for (const { id } of gone) this.aborts.get(id)?.abort();
    this.next();
  }

  private next(): void {
    const sending = this.all$.value.filter((upload) => upload.state === "sending").length;
    const waiting = this.all$.value.filter((upload) => upload.state === "waiting");
    for (const upload of waiting.slice(0, Math.max(0, atOnce - sending))) void this.start(upload);
  }

  private async start(upload: Upload): Promise<void> {
    const { id } = upload;
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.change(id, { state: "sending", progress: 0, reason: null });
    try {
      const attachment = await this.send(upload, {
        signal: abort.signal,
        key: id,
        onProgress: (progress) => this.change(id, { progress }),
      });
      this.end(id, { state: "done", progress: 1, attachment });
    } catch (error) {
      if (!abort.signal.aborted) this.end(id, failed(error));
    } finally {
      this.aborts.delete(id);
      this.next();
    }
  }

  private end(id: string, change: Partial<Upload>): void {
    this.change(id, change);
    const upload = this.all$.value.find((one) => one.id === id);
    if (upload) this.ended$.next(upload);
  }

  private change(id: string, change: Partial<Upload>): void {
    this.all$.next(this.all$.value.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }
}

function newUpload({ userId, taskId, replaces, file, title }: PendingChange): Upload {
  const refusal = refusalOfFile(file);
  return {
    id: newIdempotencyKey(),
    userId,
    taskId,
    replaces: replaces ?? null,
    file,
    name: title ?? file.name,
    title,
    state: refusal ? "failed" : "waiting",
    progress: 0,
    reason: refusal && { id: refusal },
    again: false,
    attachment: null,
  };
}

function failed(error: unknown): Partial<Upload> {
  if (error instanceof OfflineError) return { state: "offline", reason: { id: "attachment.offline" }, again: true };
  if (error instanceof ProblemError) {
    const words = error.errors.file?.[0] ?? error.message;
    const again = error.status >= 500 || error.status === 429;
    return { state: "failed", reason: words ? { words } : { id: "attachment.failed" }, again };
  }
  return { state: "failed", reason: { id: "attachment.failed" }, again: true };
}
