interface PendingQuestion<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface BatchQueue<Question, Answer> {
  running: number;
  runningLater: number;
  planned: boolean;
  /** When the last batch began, by `performance.now()`. */
  since: number;
  /** Begins the second batch. */
  timer?: NodeJS.Timeout;
  waiting: PendingQuestion<Question, Answer>[];
  waitingLater: PendingQuestion<Question, Answer>[];
}

/** Concurrent transactions per tenant. The pool has four connections, so one tenant never blocks the others. */
const atOnce = 2;
/** Questions per batch: large enough for many connections, small enough to take a few milliseconds. */
const maxBatchSize = 64;

/**
 * Batches the concurrent questions of one tenant's connections: a question is answered immediately if nothing is running, otherwise in the
 * next batch. Thousands of reconnects then need a few dozen transactions.
 *
 * Deferred questions have a second queue. They use at most one of the two slots, so that other questions don't wait for them. They can
 * always get that slot, so that they are answered under any load.
 */
export class TenantBatcher<Question, Answer> {
  private readonly lines = new Map<number, BatchQueue<Question, Answer>>();

  /**
   * `answerAll` is called with a batch of questions after they were asked, and returns answers in the same order. A second batch begins
   * only when the first has run for `secondAfterMs`: the longer questions wait, the larger the batches and the less each question costs.
   */
  constructor(
    private readonly answerAll: (tenantId: number, questions: readonly Question[]) => Promise<Answer[]>,
    private readonly secondAfterMs = 0,
  ) {}

  /** `later`: deferred, since no client waits for the answer. */
  ask(tenantId: number, question: Question, later = false): Promise<Answer> {
    const line = this.lines.get(tenantId) ?? emptyQueue();
    this.lines.set(tenantId, line);
    return new Promise((resolve, reject) => {
      (later ? line.waitingLater : line.waiting).push({ question, resolve, reject });
      this.plan(tenantId, line);
    });
  }

  /** Delayed to include questions added in the same event loop turn. */
  private plan(tenantId: number, line: BatchQueue<Question, Answer>): void {
    if (line.planned || nextOf(line) === null) return;
    line.planned = true;
    const waitMs = line.running > 0 ? line.since + this.secondAfterMs - performance.now() : 0;
    if (waitMs > 0) line.timer = setTimeout(() => this.begin(tenantId, line), waitMs);
    else setImmediate(() => this.begin(tenantId, line));
  }

  private begin(tenantId: number, line: BatchQueue<Question, Answer>): void {
    line.planned = false;
    line.timer = undefined;
    const waiting = nextOf(line) ?? [];
    const later = waiting === line.waitingLater ? 1 : 0;
    line.running += 1;
    line.runningLater += later;
    line.since = performance.now();
    const batch = waiting.splice(0, maxBatchSize);
    void this.answer(tenantId, batch).then(() => {
      line.running -= 1;
      line.runningLater -= later;
      if (line.timer) {
        clearTimeout(line.timer);
        line.timer = undefined;
        line.planned = false;
      }
      this.plan(tenantId, line);
      if (line.running + line.waiting.length + line.waitingLater.length === 0) this.lines.delete(tenantId);
    });
    this.plan(tenantId, line);
  }

  private async answer(tenantId: number, batch: readonly PendingQuestion<Question, Answer>[]): Promise<void> {
    try {
      const questions = batch.map(({ question }) => question);
      const answers = await this.answerAll(tenantId, questions);
      if (answers.length !== batch.length) throw new Error("Not every question was answered");
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

const emptyQueue = <Question, Answer>(): BatchQueue<Question, Answer> => ({
  running: 0,
  runningLater: 0,
  planned: false,
  since: 0,
  waiting: [],
  waitingLater: [],
});

function nextOf<Question, Answer>(line: BatchQueue<Question, Answer>): PendingQuestion<Question, Answer>[] | null {
  if (line.running >= atOnce) return null;
  const laterMay = line.waitingLater.length > 0 && line.runningLater === 0;
  if (line.waiting.length > 0 && !(laterMay && line.running > 0)) return line.waiting;
  return laterMay ? line.waitingLater : null;
}
