import { type LiveEvent, parseStream, type StreamKind, type StreamName } from "../../../shared/kernel/events";
import type { Permission } from "../../../shared/kernel/access";
import { groupBy } from "../../../shared/kernel/group-by";
import type { Tx } from "../database/unit-of-work";
import { registration } from "../features";
import type { Actor } from "../session";
import type { StreamPolicy } from "./follow-access";

/** A kind of stream, defined by the manifest of its feature. */
export interface StreamDefinition {
  /** Whether these actors may follow the streams with these ids; answers are in the order of `requests`. */
  mayFollow: (tx: Tx, requests: readonly { actor: Actor; id: number }[]) => Promise<readonly boolean[]>;
  /**
   * Whether events include their author, who could reveal private details to many followers. Followers of a project see its members anyway.
   */
  includesAuthor?: boolean;
  /** Which users are shown to each other: those on the screen with their focus, or only those who fill in a time slot. */
  presence?: "focus" | "slots";
  /**
   * Part of the stream `of`, for users who may not follow the whole stream. For these `events`, they receive only `<kind>.changed` and read
   * the data again with their own permissions. A part uses the revisions of the whole stream, whose other events are sent as `withheld` to
   * avoid gaps.
   */
  part?: { of: StreamKind; events: RegExp };
}

function definitionOf(stream: unknown): StreamDefinition | undefined {
  return registration.filling.streams.get(parseStream(stream)?.kind ?? "");
}

export const presenceOn = (stream: unknown): StreamDefinition["presence"] => definitionOf(stream)?.presence;

/** For streams of a whole tenant, such as `directory:7`. */
export const mayFollowInTenant =
  (may: (actor: Actor) => boolean): StreamDefinition["mayFollow"] =>
  async (_, requests) =>
    requests.map(({ actor, id }) => id === actor.tenantId && may(actor));

/** For streams of a whole tenant. External users never follow them, regardless of their role. */
export const mayFollowWith = (permission: Permission) =>
  mayFollowInTenant((actor) => !actor.external && actor.permissions.has(permission));

/** Evaluates each kind's definition once. */
export const mayFollowStreams: StreamPolicy = async (tx, requests) => {
  const answers = requests.map(() => false);
  const questions = requests.flatMap(({ actor, stream }, at) => {
    const parsed = parseStream(stream);
    return parsed ? { actor, at, ...parsed } : [];
  });
  for (const [kind, ofKind] of groupBy(questions, (question) => question.kind)) {
    const found = await registration.filling.streams.get(kind)?.mayFollow(tx, ofKind);
    for (const [nth, { at }] of ofKind.entries()) answers[at] = found?.[nth] === true;
  }
  return answers;
};

/** The stream whose log and revisions are used: the whole stream for its parts, otherwise the stream itself. */
export function sourceStreamOf(stream: StreamName): StreamName {
  const part = definitionOf(stream)?.part;
  return part ? `${part.of}:${parseStream(stream)?.id as number}` : stream;
}

export function streamPartsOf(stream: StreamName): StreamName[] {
  const whole = parseStream(stream);
  return [...registration.filling.streams].flatMap(([kind, { part }]): StreamName[] =>
    part && part.of === whole?.kind ? [`${kind as StreamKind}:${whole.id}`] : [],
  );
}

export function eventForFollowers<Event extends LiveEvent>(stream: StreamName, event: Event): Event {
  const kind = parseStream(stream)?.kind;
  const { part, includesAuthor = kind === "user" } = definitionOf(stream) ?? {};
  if (part) {
    const type = part.events.test(event.type) ? `${kind}.changed` : "withheld";
    return { ...event, type, actor: null, data: {} };
  }
  return event.actor === null || includesAuthor ? event : { ...event, actor: null };
}
