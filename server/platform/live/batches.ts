interface Asked<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Line<Question, Answer> {
  running: number;
  /** Of them those that could wait. */
  runningLater: number;
  planned: boolean;
  waiting: Asked<Question, Answer>[];
  waitingLater: Asked<Question, Answer>[];
}

/** Transactions of one tenant at once: of four connections, so that another's come through whatever one of them does. */
const atOnce = 2;
/** Long enough for a crowd, short enough to be read and answered in some milliseconds. */
const mostInOne = 64;

/**
 * What connections of one tenant ask at the same time is answered together: in one go while nothing else is under way, and
 * whatever comes meanwhile in the next. Thousands that come back at one moment are some dozens of transactions then.
 *
 * What nobody waits for stands in a second line: it has one of the two at most, so that whoever comes doesn't stand behind it;
 * and that one for certain, so that it is answered however many come.
 */
export class Batches<Question, Answer> {
  private readonly lines = new Map<number, Line<Question, Answer>>();

  /** `answerAll` begins after every one of its questions was asked, and answers in their order. */
  constructor(private readonly answerAll: (tenantId: number, questions: readonly Question[]) => Promise<Answer[]>) {}

  /** `later`: nobody waits for the answer. */
  ask(tenantId: number, question: Question, later = false): Promise<Answer> {
    const line = this.lines.get(tenantId) ?? emptyLine();
    this.lines.set(tenantId, line);
    return new Promise((resolve, reject) => {
      (later ? line.waitingLater : line.waiting).push({ question, resolve, reject });
      this.plan(tenantId, line);
    });
  }

  /** Not at once: what arrives in this turn of the event loop comes along. */
  private plan(tenantId: number, line: Line<Question, Answer>): void {
    if (line.planned || nextOf(line) === null) return;
    line.planned = true;
    setImmediate(() => {
      line.planned = false;
      const waiting = nextOf(line) ?? [];
      const later = waiting === line.waitingLater ? 1 : 0;
      line.running += 1;
      line.runningLater += later;
      const batch = waiting.splice(0, mostInOne);
      void this.answer(tenantId, batch).then(() => {
        line.running -= 1;
        line.runningLater -= later;
        this.plan(tenantId, line);
        if (line.running + line.waiting.length + line.waitingLater.length === 0) this.lines.delete(tenantId);
      });
      this.plan(tenantId, line);
    });
  }

  private async answer(tenantId: number, batch: readonly Asked<Question, Answer>[]): Promise<void> {
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

const emptyLine = <Question, Answer>(): Line<Question, Answer> => ({
  running: 0,
  runningLater: 0,
  planned: false,
  waiting: [],
  waitingLater: [],
});

/** Those of whom some are answered next; null when all there is has to wait. */
function nextOf<Question, Answer>(line: Line<Question, Answer>): Asked<Question, Answer>[] | null {
  if (line.running >= atOnce) return null;
  const laterMay = line.waitingLater.length > 0 && line.runningLater === 0;
  if (line.waiting.length > 0 && !(laterMay && line.running > 0)) return line.waiting;
  return laterMay ? line.waitingLater : null;
}
