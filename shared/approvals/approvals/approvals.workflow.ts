export type ApprovalDecision = "APPROVE" | "REJECT" | "REQUEST_CHANGES";
/** `MOVE`: the requested details changed, and approval starts again. `EXPIRE`: the requested date passed without a decision. */
export type RequestAction = "SEND" | "RESUBMIT" | "CANCEL" | "MOVE" | "EXPIRE" | ApprovalDecision;

export interface WorkflowProgress<Status extends string = string> {
  status: Status;
  steps: readonly string[];
  at: number;
}

export interface RequestWorkflow {
  /** Progress after an action; null if the action is not possible now. */
  after(progress: WorkflowProgress, action: RequestAction): WorkflowProgress | null;
  actions(progress: WorkflowProgress): RequestAction[];
  isWaiting(status: string): boolean;
}
