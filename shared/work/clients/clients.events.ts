import { object } from "yup";
import { defineEvents, type EventsOf, type StreamName } from "../../kernel/events";
import { reply } from "../../kernel/fields";

export const clientEvents = defineEvents({
  "client.created": object({ id: reply.id() }),
  "client.updated": object({ id: reply.id() }),
  "client.deleted": object({ id: reply.id(), successor_id: reply.numberOrNull() }),
});

export interface ClientEvents extends EventsOf<typeof clientEvents> {}

/** For users who may list clients but not follow the directory; it sends `clients.changed` without data. */
export const clientsStream = (tenantId: number): StreamName => `clients:${tenantId}`;
export type ClientsStreamEvents = Record<"clients.changed", Record<string, never>>;

declare module "../../kernel/events" {
  interface DomainEvents extends ClientEvents {}
  interface FeatureStreams {
    clients: true;
  }
}
