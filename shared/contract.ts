import { features } from "./features";
import type { Endpoint } from "./kernel/endpoint";

const isEndpoint = (entry: [string, object]): entry is [string, Endpoint] => "method" in entry[1];

/** All calls of the features by name, such as `clients.listClients`. */
export const contract: Record<string, Endpoint> = Object.fromEntries(
  features
    .flatMap(({ contracts = {} }) => Object.entries(contracts))
    .flatMap(([prefix, calls]) =>
      Object.entries<object>({ ...calls })
        .filter((entry) => typeof entry[1] === "object")
        .filter(isEndpoint)
        .map(([name, endpoint]) => [`${prefix}.${name}`, endpoint]),
    ),
);
