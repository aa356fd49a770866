/** The wire form of a domain event, live and in replays. */
export interface LiveEvent<Type extends string = string, Data = unknown> {
  /** Position in its stream: gap-free, in commit order, from 1. */
  revision: number;
  id: number;
  type: Type;
  actor: Actor | null;
  /** ISO 8601, UTC. */
  at: string;
  data: Data;
}

/** Who did it. Null for schedules. */
export interface Actor {
  id: number;
  fullname: string;
  image: string | null;
}

/** A union of events out of a table `{type: data}`, so that `switch (event.type)` narrows `event.data`. */
export type EventOf<Table> = { [Type in keyof Table & string]: LiveEvent<Type, Table[Type]> }[keyof Table & string];

export type StreamName = `${StreamKind}:${number}`;
export const streamKinds = [
  "tenant",
  "project",
  "user",
  "directory",
  "chart",
  "clients",
  "rooms",
  "cars",
  "news",
] as const;
export type StreamKind = (typeof streamKinds)[number];
export const tenantStream = (id: number): StreamName => `tenant:${id}`;
export const projectStream = (id: number): StreamName => `project:${id}`;
export const userStream = (id: number): StreamName => `user:${id}`;

/** Of a tenant's people and how they are organised: for those who may see the directory. */
export const directoryStream = (tenantId: number): StreamName => `directory:${tenantId}`;

/** Parts of it, for those who may not follow all of it: see `parts.ts`. */
export const chartStream = (tenantId: number): StreamName => `chart:${tenantId}`;
export const clientsStream = (tenantId: number): StreamName => `clients:${tenantId}`;

/** Of one article of the news: for those whom it is for. */
export const newsStream = (articleId: number): StreamName => `news:${articleId}`;

/** Of a tenant's rooms with their bookings, and of its cars and drivers with theirs: for those who may see bookings. */
export const roomsStream = (tenantId: number): StreamName => `rooms:${tenantId}`;
export const carsStream = (tenantId: number): StreamName => `cars:${tenantId}`;

const streamNames = new RegExp(`^(${streamKinds.join("|")}):([1-9]\\d{0,14})$`);

/** Null when the text is no stream's name. */
export function parseStream(text: unknown): { kind: StreamKind; id: number } | null {
  const match = typeof text === "string" ? streamNames.exec(text) : null;
  return match ? { kind: match[1] as StreamKind, id: Number(match[2]) } : null;
}

/** Streams that only come to who asks for them: the person's own and the tenant's come with the connection. */
export const isAskedFor = (stream: StreamName): boolean =>
  ["project", "directory", "chart", "clients", "rooms", "cars", "news"].includes(parseStream(stream)?.kind ?? "");
