import { jsonForExternal, replyForExternal } from "../../../../shared/kernel/external-view";
import { Problem } from "../../../../shared/kernel/problems";
import { stringifyInChunks } from "../../chunked-json";
import type { Actor } from "../../session";

/** Response to a caller whose `If-None-Match` names the current response. The handler has set the `etag`. */
export class NotModified {}

/** A response as JSON text, for calls where the database produces it faster than the process. */
export class RawJson {
  constructor(readonly json: string) {}

  /** Used for storing responses (idempotency). */
  toJSON(): unknown {
    return JSON.parse(this.json);
  }
}

/** Filters all responses to external users, including problems that contain records; no other function does this. */
export async function serializeForReader<Answer>(actor: Actor, run: () => Promise<Answer>): Promise<Answer | RawJson> {
  if (!actor.external) return run();
  try {
    const answer = await run();
    if (answer instanceof NotModified) return answer;
    return answer instanceof RawJson ? new RawJson(jsonForExternal(answer.json)) : replyForExternal(answer, actor.id);
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.code, replyForExternal(error.detail, actor.id)) : error;
  }
}

/** Every response has a message; calls without their own get a generic one. */
export async function withMessage(answer: object, message: () => string): Promise<string> {
  if (answer instanceof RawJson) return `{"message":${JSON.stringify(message())},${answer.json.slice(1)}`;
  return stringifyInChunks("message" in answer && answer.message ? answer : { ...answer, message: message() });
}
