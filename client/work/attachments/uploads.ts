import { Store, Emitter } from "../../platform/store";
import type { Attachment } from "../../../shared/work/attachments/attachments.contract";
import { fileRefusalOf } from "../../../shared/kernel/uploads";
import { newIdempotencyKey } from "../../platform/api";
import type { MessageId } from "../../platform/intl/catalogues";
import { OfflineError, ProblemError } from "../../platform/problem-error";

export interface Upload {
  id: string;
  /** The uploading user; the upload waits while no user is signed in, and is dropped when another user signs in. */
  userId: number;
  taskId: number;
  replaces: number | null;
  file: File;
  name: string;
  title?: string;
  state: "waiting" | "sending" | "offline" | "failed" | "done";
  /** Fraction from 0 to 1. */
  progress: number;
  /** Failure reason: the id of a client message, or the server's text. */
  reason: { id: MessageId } | { words: string } | null;
  again: boolean;
  attachment: Attachment | null;
}

/**
 * Uploads one file.
 * @throws ProblemError if the server rejects the file
 * @throws OfflineError if there is no connection
 * @throws any error after `signal` is aborted
 */
export type FileUploader = (
  upload: Upload,
  how: { signal: AbortSignal; onProgress: (fraction: number) => void; key: string },
) => Promise<Attachment>;

export interface UploadRequest {
  userId: number;
  taskId: number;
  replaces?: number;
  file: File;
  title?: string;
}

/** Maximum number of concurrent uploads; more would only share the same bandwidth. */
const maxConcurrentUploads = 2;

/** Uploads of the whole page; they continue while the panel is closed. Offline uploads resume when the network returns. */
export class UploadQueue {
  readonly all$ = new Store<readonly Upload[]>([]);
  /** Emits each finished upload, for screen-reader announcements. */
  readonly ended$ = new Emitter<Upload>();
  private readonly aborts = new Map<string, AbortController>();
  private isSignedOut = false;

  constructor(private readonly send: FileUploader) {}

  add(pendingChanges: readonly UploadRequest[]): void {
    const uploads = pendingChanges.map((pending) => newUpload(pending));
    this.all$.set([...this.all$.value, ...uploads]);
    for (const upload of uploads) if (upload.state === "failed") this.ended$.emit(upload);
    this.next();
  }

  cancel(id: string): void {
    this.take((upload) => upload.id === id);
  }

  retry(id: string): void {
    this.change(id, { state: "waiting", progress: 0, reason: null });
    this.next();
  }

  resume(): void {
    for (const upload of this.all$.value) if (upload.state === "offline") this.change(upload.id, { state: "waiting" });
    this.next();
  }

  /**
   * Interrupts all uploads while no user is signed in, as after an expired session. They resume with the same user and are dropped when
   * another user signs in.
   */
  switchUser(userId: number | null): void {
    this.isSignedOut = userId === null;
    if (userId === null) return this.interrupt();
    this.take((upload) => upload.userId !== userId);
    this.resume();
  }

  private interrupt(): void {
    for (const { id, state } of this.all$.value) {
      if (state !== "sending") continue;
      this.aborts.get(id)?.abort();
      this.change(id, { state: "waiting", progress: 0 });
    }
  }

  /** True while closing the page would lose an upload. */
  get underWay(): boolean {
    return this.all$.value.some(({ state }) => state === "sending" || state === "waiting" || state === "offline");
  }

  /** Removes all matching uploads before starting the next one, so that none of the removed uploads is started. */
  private take(isGone: (upload: Upload) => boolean): void {
    const removedUploads = this.all$.value.filter(isGone);
    if (removedUploads.length === 0) return;
    this.all$.set(this.all$.value.filter((upload) => !isGone(upload)));
    for (const { id } of removedUploads) this.aborts.get(id)?.abort();
    this.next();
  }

  private next(): void {
    if (this.isSignedOut) return;
    const activeCount = this.all$.value.filter((upload) => upload.state === "sending").length;
    const waiting = this.all$.value.filter((upload) => upload.state === "waiting");
    for (const upload of waiting.slice(0, Math.max(0, maxConcurrentUploads - activeCount))) void this.start(upload);
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
        onProgress: (progress) => {
          if (!abort.signal.aborted) this.change(id, { progress });
        },
      });
      if (!abort.signal.aborted) this.end(id, { state: "done", progress: 1, attachment });
    } catch (error) {
      if (!abort.signal.aborted) this.end(id, failed(error));
    } finally {
      // An interrupted upload may have been started again.
      if (this.aborts.get(id) === abort) this.aborts.delete(id);
      this.next();
    }
  }

  private end(id: string, change: Partial<Upload>): void {
    this.change(id, change);
    const upload = this.all$.value.find((one) => one.id === id);
    if (upload) this.ended$.emit(upload);
  }

  private change(id: string, change: Partial<Upload>): void {
    this.all$.set(this.all$.value.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }
}

function newUpload({ userId, taskId, replaces, file, title }: UploadRequest): Upload {
  const refusal = fileRefusalOf(file);
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

/** Signed out, plan expired or tenant inactive: the upload resumes after the next sign-in. */
const sessionStatuses = new Set([401, 402, 423]);

function failed(error: unknown): Partial<Upload> {
  if (error instanceof OfflineError || (error instanceof ProblemError && sessionStatuses.has(error.status)))
    return { state: "offline", reason: { id: "attachment.offline" }, again: true };
  if (error instanceof ProblemError) {
    const words = error.errors.file?.[0] ?? error.message;
    const again = error.status >= 500 || error.status === 429;
    return { state: "failed", reason: words ? { words } : { id: "attachment.failed" }, again };
  }
  return { state: "failed", reason: { id: "attachment.failed" }, again: true };
}
