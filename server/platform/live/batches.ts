interface Asked<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Line<Question, Answer> {
  running: number;
  planned: boolean;
  waiting: Asked<Question, Answer>[];
}

/** Transactions of one tenant at once: of four connections, so that another's come through whatever one of them does. */
const atOnce = 2;
/** Long enough for a crowd, short enough to be read and answered in some milliseconds. */
const mostInOne = 64;

/**
 * What connections of one tenant ask at the same time is answered together: in one go while nothing else is under way, and
 * whatever comes meanwhile in the next. Thousands that come back at one moment are some dozens of transactions then.
 */
export class Batches<Question, Answer> {
  private readonly lines = new Map<number, Line<Question, Answer>>();

  /** `answerAll` begins after every one of its questions was asked, and answers in their order. */
  constructor(private readonly answerAll: (tenantId: number, questions: readonly Question[]) => Promise<Answer[]>) {}

  ask(tenantId: number, question: Question): Promise<Answer> {
    const line = this.lines.get(tenantId) ?? { running: 0, planned: false, waiting: [] };
    this.lines.set(tenantId, line);
    return new Promise((resolve, reject) => {
      line.waiting.push({ question, resolve, reject });
      this.plan(tenantId, line);
    });
  }

  /** Not at once: what arrives in this turn of the event loop comes along. */
  private plan(tenantId: number, line: Line<Question, Answer>): void {
    if (line.planned || line.running >= atOnce || line.waiting.length === 0) return;
    line.planned = true;
    setImmediate(() => {
      line.planned = false;
      line.running += 1;
      const batch = line.waiting.splice(0, mostInOne);
      void this.answer(tenantId, batch).then(() => {
        line.running -= 1;
        this.plan(tenantId, line);
        if (line.running === 0 && line.waiting.length === 0) this.lines.delete(tenantId);
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
