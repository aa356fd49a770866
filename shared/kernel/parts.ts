import { directoryStream, type LiveEvent, parseStream, type StreamName } from "./events";

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
export function eventForPart<Event extends LiveEvent>(stream: StreamName, event: Event): Event {
  const part = partOf(stream);
  if (!part) return event;
  const type = parts[part].of.test(event.type) ? parts[part].type : "withheld";
  return { ...event, type, actor: null, data: {} };
}
