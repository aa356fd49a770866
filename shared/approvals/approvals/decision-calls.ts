import type { Permission, PlanFeature } from "../../kernel/access";
import type { AnyObjectSchema } from "yup";
import { object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, pathId } from "../../kernel/fields";
import type { ProblemCode } from "../../kernel/problems";
import { changesSchema, decideSchema, rejectSchema } from "./approvals.contract";

const byId = () => object({ id: pathId("request") });

export interface DecidedFamily<Detail extends AnyObjectSchema> {
  feature: PlanFeature;
  path: string;
  params: ReturnType<typeof byId>;
  /** Reply of each call, which is the updated request. */
  detail: Detail;
  /** Permission to create and send requests. Who may approve depends on the request's steps. */
  makes: Permission;
  problems?: readonly ProblemCode[];
  summaries: { send?: string; cancel: string };
  examples: { reason: string; note: string };
}

/** Endpoints for the actions that all request families have in common. A family adds its own endpoints with `command`. */
export function decisionCalls<Detail extends AnyObjectSchema>(family: DecidedFamily<Detail>) {
  const { summaries, examples, makes: permission } = family;
  const command = (verb: string, summary: string) => ({
    method: "PUT" as const,
    path: `${family.path}/${verb}`,
    summary,
    feature: family.feature,
    params: family.params,
    reply: dataReply(family.detail),
    problems: [
      "request.stale",
      "request.wrongState",
      "request.own",
      "request.decided",
      "request.fourEyes",
      "request.invalid",
      ...(family.problems ?? []),
    ] as const,
  });
  return {
    command,
    send: endpoint({
      ...command("send", summaries.send ?? "Sends a draft or what was changed."),
      permission,
      body: decideSchema.pick(["version"]),
      example: { body: {} },
    }),
    approve: endpoint({
      ...command("approve", "Decides the step that is asked: yes."),
      body: decideSchema,
      example: { body: {} },
    }),
    reject: endpoint({
      ...command("reject", "Decides the step that is asked: no, and why."),
      body: rejectSchema,
      example: { body: { reason: examples.reason } },
    }),
    requestChanges: endpoint({
      ...command("request-changes", "Sends it back with what should be different."),
      body: changesSchema,
      example: { body: { note: examples.note } },
    }),
    cancel: endpoint({ ...command("cancel", summaries.cancel), body: decideSchema, example: { body: {} } }),
  };
}
