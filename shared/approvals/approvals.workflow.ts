/** What can be done with a request of any family. Families have more of their own (pay, archive). */
export type Decision = "APPROVE" | "REJECT" | "REQUEST_CHANGES";
/** `MOVE`: what is asked for is another thing now, and is asked for anew. `EXPIRE`: its time has passed undecided. */
export type RequestAction = "SEND" | "RESUBMIT" | "CANCEL" | "MOVE" | "EXPIRE" | Decision;

/** Where a request stands: the status that people read, and which step of its chain is asked. */
export interface Progress<Status extends string = string> {
  status: Status;
  /** The family's own kinds of steps, in order. */
  steps: readonly string[];
  at: number;
}

/** The life of a family's requests, as the server and the client ask for it. */
export interface RequestWorkflow {
  /** Where an action leads; null when it isn't possible now. */
  after(progress: Progress, action: RequestAction): Progress | null;
  /** What is possible now; who may do it is another question. */
  actions(progress: Progress): RequestAction[];
  /** Somebody is asked. */
  isWaiting(status: string): boolean;
}
