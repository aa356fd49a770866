import type { ServerFeature } from "../../platform/features";
import { mayFollowWith } from "../../platform/live/stream-definitions";
import { ClientEntity } from "./client.entity";
import { registerClientsRoutes } from "./clients.routes";
import { clientSearch } from "./clients.search";

export const clientsFeature = {
  routes: [registerClientsRoutes],
  entities: [ClientEntity],
  streams: {
    clients: { mayFollow: mayFollowWith("client-list"), part: { of: "directory", events: /^client\./ } },
  },
  searches: { client: clientSearch },
} satisfies ServerFeature;
