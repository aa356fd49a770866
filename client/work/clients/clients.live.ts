import { listClients, selectClients, singleClient } from "../../../shared/work/clients/clients.contract";
import type { ClientEvents, ClientsStreamEvents } from "../../../shared/work/clients/clients.events";
import {
  editableProject,
  listProjects,
  listProjectChoices,
  readProject,
} from "../../../shared/work/projects/projects.contract";
import { type LiveUpdates, recordUpdates } from "../../platform/live/live-updates";

const clients = recordUpdates(
  "client",
  [listClients, singleClient, selectClients],
  [listProjectChoices, readProject, editableProject, listProjects],
);

export const clientsLive: LiveUpdates<ClientEvents & ClientsStreamEvents> = {
  ...clients,
  "clients.changed": clients["client.updated"],
};
