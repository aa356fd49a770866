import { type AnyObjectSchema, array, object } from "yup";
import type { Permission } from "../../kernel/access";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply } from "../../kernel/fields";
import { personReply } from "../../kernel/person-reply";
import type { ProblemCode } from "../../kernel/problems";
import { boolean } from "../../kernel/schemas";
import { stepReply } from "../approvals/approvals.contract";
import { type DecidedFamily, decisionCalls } from "../approvals/decision-calls";

const yes = () => boolean().required();

/** Actions that the reader may perform now, of all families. */
const documentActions = {
  edit: yes(),
  send: yes(),
  cancel: yes(),
  approve: yes(),
  reject: yes(),
  request_changes: yes(),
  hand_over: yes(),
};

/** Fields that every detail has. @param actions further actions of the family. */
export const documentState = <Name extends string>(actions: readonly Name[]) => ({
  steps: array(stepReply).required(),
  can: object({
    ...documentActions,
    ...(Object.fromEntries(actions.map((name) => [name, yes()])) as Record<Name, ReturnType<typeof yes>>),
  }),
  /** The user on whose behalf the caller would decide; null if the caller decides as the approver. */
  on_behalf_of: personReply.nullable().defined(),
});

interface WritingCall<Body> {
  summary: string;
  body: Body;
  example: Record<string, unknown>;
}

interface DocumentFamilyCalls<
  Create extends AnyObjectSchema,
  Update extends AnyObjectSchema,
  Detail extends AnyObjectSchema,
  Written extends AnyObjectSchema,
> extends Omit<DecidedFamily<Detail>, "summaries"> {
  /** Path of the list, such as `/expense/claim`; that of a document is followed by `/:id`. */
  path: string;
  reads: Permission | readonly Permission[];
  create: WritingCall<Create>;
  update: WritingCall<Update>;
  /** Field of the file that is sent with the document, if any. */
  file?: string;
  /** Reply of creating and updating. */
  written: Written;
  /** Problems of all calls that write, and of creating and updating alone. */
  problems?: readonly ProblemCode[];
  inputProblems?: readonly ProblemCode[];
  summaries: DecidedFamily<Detail>["summaries"] & { read: string; remove: string };
}

/** The calls that all families of documents have: read, create, update, delete, and those of `decisionCalls`. */
export function documentCalls<
  Create extends AnyObjectSchema,
  Update extends AnyObjectSchema,
  Detail extends AnyObjectSchema,
  Written extends AnyObjectSchema,
>(family: DocumentFamilyCalls<Create, Update, Detail, Written>) {
  const { feature, params, makes: permission, summaries, inputProblems = [] } = family;
  const path = `${family.path}/:id`;
  const file = family.file === undefined ? {} : { file: family.file };
  return {
    ...decisionCalls({ ...family, path }),
    read: endpoint({
      method: "GET",
      path,
      summary: summaries.read,
      feature,
      permission: family.reads,
      params,
      reply: dataReply(family.detail),
    }),
    create: endpoint({
      method: "POST",
      path: family.path,
      summary: family.create.summary,
      feature,
      permission,
      body: family.create.body,
      ...file,
      reply: family.written,
      status: 201,
      problems: [...inputProblems, "request.invalid"],
      example: { body: family.create.example },
    }),
    update: endpoint({
      method: "PUT",
      path,
      summary: family.update.summary,
      feature,
      permission,
      params,
      body: family.update.body,
      ...file,
      reply: family.written,
      problems: ["request.stale", "request.wrongState", ...inputProblems, "request.invalid"],
      example: { body: family.update.example },
    }),
    remove: endpoint({
      method: "DELETE",
      path,
      summary: summaries.remove,
      feature,
      permission,
      params,
      reply: deletedReply,
      problems: ["request.wrongState"],
    }),
  };
}
