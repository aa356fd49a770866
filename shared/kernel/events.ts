import type { AnyObjectSchema, InferType } from "yup";

/** Wire format of a domain event, in live messages and in replays. */
export interface LiveEvent<Type extends string = string, Data = unknown> {
  /** Position in the event's stream, in commit order. Starts at 1 and has no gaps. */
  revision: number;
  id: number;
  type: Type;
  actor: Actor | null;
  /** ISO 8601, UTC. */
  at: string;
  data: Data;
}

export interface Actor {
  id: number;
  fullname: string;
  image: string | null;
}

/** Discriminated union of the events in a table `{type: data}`, so that `switch (event.type)` narrows `event.data`. */
export type EventOf<Table> = { [Type in keyof Table & string]: LiveEvent<Type, Table[Type]> }[keyof Table & string];

/** Defines the data of a feature's events, with one schema per kind (`noun.past_participle`). Used in `<feature>.events.ts`. */
export const defineEvents = <const Schemas extends Readonly<Record<string, AnyObjectSchema>>>(
  schemas: Schemas,
): Schemas => schemas;

export type EventsOf<Schemas extends Readonly<Record<string, AnyObjectSchema>>> = {
  [Kind in keyof Schemas]: InferType<Schemas[Kind]>;
};

/**
 * Data of all events by kind. Each `.events.ts` adds its events with `declare module`, so that events are typed without an import of the
 * features. `shared/features.ts` does not compile if its list differs from this interface.
 */
export interface DomainEvents {}

export type DomainEvent = EventOf<DomainEvents>;

/** Kinds of streams that features add with `declare module`; `server/features.ts` does not compile without their definitions. */
export interface FeatureStreams {
  project: true;
  directory: true;
}
export type FeatureStream = keyof FeatureStreams;
export type StreamKind = "tenant" | "user" | FeatureStream;
export type StreamName = `${StreamKind}:${number}`;
export const tenantStream = (id: number): StreamName => `tenant:${id}`;
export const projectStream = (id: number): StreamName => `project:${id}`;
export const userStream = (id: number): StreamName => `user:${id}`;

export const directoryStream = (tenantId: number): StreamName => `directory:${tenantId}`;

const streamNames = /^([a-z]+):([1-9]\d{0,14})$/;

/** Splits a stream's name into kind and id. A client may also send unknown kinds, which cannot be followed. */
export function parseStream(text: unknown): { kind: StreamKind; id: number } | null {
  const match = typeof text === "string" ? streamNames.exec(text) : null;
  return match ? { kind: match[1] as StreamKind, id: Number(match[2]) } : null;
}

/** Whether the stream needs a subscription; the user's own stream and the tenant's stream are sent without one. */
export const needsSubscription = (stream: StreamName): boolean =>
  !["tenant", "user"].includes(parseStream(stream)?.kind ?? "");
