import type { FastifyInstance } from "fastify";
import type { AnyObjectSchema } from "yup";
import type { ApprovalDecision } from "../../../shared/approvals/approvals/approvals.workflow";
import type { decisionCalls } from "../../../shared/approvals/approvals/decision-calls";
import { serveEndpoint } from "../../platform/http/serve/serve";
import type { Actor } from "../../platform/session";
import type { Tx } from "../../platform/database/unit-of-work";

type Calls = Omit<ReturnType<typeof decisionCalls<AnyObjectSchema>>, "command">;

interface Commands {
  send(tx: Tx, actor: Actor, id: number, version?: number): Promise<void>;
  cancel(tx: Tx, actor: Actor, id: number, version?: number): Promise<void>;
  decide(
    tx: Tx,
    actor: Actor,
    id: number,
    decision: ApprovalDecision,
    how: { version?: number; note: string | null },
  ): Promise<void>;
  /** The updated request, which each call returns. */
  detail(tx: Tx, actor: Actor, id: number): Promise<object>;
}

/** Serves the calls of `decisionCalls` for a family whose decisions have no other input than a note. */
export function serveCommands(app: FastifyInstance, calls: Calls, { send, cancel, decide, detail }: Commands): void {
  serveEndpoint(app, calls.send, async ({ tx, actor, params, body, text }) => {
    await send(tx, actor, params.id, body.version);
    return { message: text("request.sent"), data: await detail(tx, actor, params.id) };
  });
  serveEndpoint(app, calls.cancel, async ({ tx, actor, params, body, text }) => {
    await cancel(tx, actor, params.id, body.version);
    return { message: text("request.cancelled"), data: await detail(tx, actor, params.id) };
  });
  const decisions = [
    [calls.approve, "APPROVE", "request.approved"],
    [calls.reject, "REJECT", "request.rejected"],
    [calls.requestChanges, "REQUEST_CHANGES", "request.sentBack"],
  ] as const;
  for (const [endpoint, decision, message] of decisions) {
    serveEndpoint(app, endpoint as typeof calls.approve, async ({ tx, actor, params, body, text }) => {
      const note = body.reason || body.note || null;
      await decide(tx, actor, params.id, decision, { version: body.version, note });
      return { message: text(message), data: await detail(tx, actor, params.id) };
    });
  }
}
