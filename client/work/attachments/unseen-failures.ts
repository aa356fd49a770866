import type { Upload } from "./uploads";

type FailureHandler = (upload: Upload) => void;

interface UploadEnds {
  ended$: { subscribe(listener: FailureHandler): unknown };
}

/**
 * Reports failed uploads of tasks that are no longer open, since uploads continue after the task is closed. The handler of a task stays
 * registered for this.
 */
export class UnseenFailures {
  private readonly openCounts = new Map<number, number>();
  private readonly handlers = new Map<number, FailureHandler>();

  constructor({ ended$ }: UploadEnds) {
    ended$.subscribe((upload) => {
      if (upload.state === "failed" && !this.openCounts.get(upload.taskId)) this.handlers.get(upload.taskId)?.(upload);
    });
  }

  /** Call while the uploads of a task are visible. The result ends this. */
  open(taskId: number, onUnseenFailure: FailureHandler): () => void {
    this.handlers.set(taskId, onUnseenFailure);
    this.add(taskId, 1);
    return () => this.add(taskId, -1);
  }

  private add(taskId: number, change: 1 | -1): void {
    this.openCounts.set(taskId, (this.openCounts.get(taskId) ?? 0) + change);
  }
}
