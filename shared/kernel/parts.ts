import { directoryStream, type LiveEvent, parseStream, type StreamKind, type StreamName } from "./events";

/**
 * Parts of the directory's stream, for those who may not follow all of it: that the organization chart or a client became
 * another, and nothing of what or whose. They read it again by its call, which knows what they may see. A part has the
 * revisions of the whole, so that none is missing: of what isn't in it they hear that there was an event, and no more.
 */
const parts = {
  chart: { type: "chart.changed", of: /^(user|department|position|vacancy|acting)\./ },
  clients: { type: "clients.changed", of: /^client\./ },
} as const;
type Part = keyof typeof parts;

/** What is told on parts; never written to the log. */
export type PartEvents = Record<(typeof parts)[Part]["type"], Record<string, never>>;

const partOf = (stream: StreamName): Part | null => {
  const kind = parseStream(stream)?.kind;
  return kind !== undefined && kind in parts ? (kind as Part) : null;
};

/** The stream whose log and revisions a stream has: its own, or that of which it is a part. */
export const sourceOf = (stream: StreamName): StreamName =>
  partOf(stream) ? directoryStream(parseStream(stream)?.id as number) : stream;

/** The parts that a stream has. */
export function partsOf(stream: StreamName): StreamName[] {
  const parsed = parseStream(stream);
  if (parsed?.kind !== "directory") return [];
  return (Object.keys(parts) as Part[]).map((part): StreamName => `${part}:${parsed.id}`);
}

/** An event of the source as those hear it who follow `stream`. */
function eventForPart<Event extends LiveEvent>(stream: StreamName, event: Event): Event {
  const part = partOf(stream);
  if (!part) return event;
  const type = parts[part].of.test(event.type) ? parts[part].type : "withheld";
  return { ...event, type, actor: null, data: {} };
}

/**
 * On which streams it is told who did what they tell. Whoever follows a project sees its people, and what comes to a person
 * concerns them. The others are followed by many, people from outside among them: whose leave it is, who drives what was booked in
 * private, who changed somebody's record would be said by the author alone, whatever the event itself leaves out.
 */
const tellsAuthor: Record<StreamKind, boolean> = {
  project: true,
  user: true,
  tenant: false,
  directory: false,
  chart: false,
  clients: false,
  rooms: false,
  cars: false,
  news: false,
};

/** An event of the log as those hear it who follow `stream`, live and in replays. */
export function eventForFollowers<Event extends LiveEvent>(stream: StreamName, event: Event): Event {
  const told = eventForPart(stream, event);
  const kind = parseStream(stream)?.kind;
  return told.actor === null || (kind && tellsAuthor[kind]) ? told : { ...told, actor: null };
}
